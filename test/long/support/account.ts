import { at, textOf, type Journal } from '../../kit/index.ts';
import { hasSucceeded, type CountedCall } from './under-fire.ts';

/** How the calls came out, and what in the answers contradicts the server's own count. */
export interface Account {
  readonly succeeded: number;
  /** Failed, and reported as not executed. */
  readonly notExecuted: number;
  readonly unknown: number;
  readonly contradictions: readonly string[];
}

/** Holds what the hosts were told against what the server has done; calls that nobody was told of count there, too. */
export function accountFor(calls: readonly CountedCall[], journal: Journal): Account {
  const executions = new Map<string, number>();
  for (const { tool, text } of journal.entries('executed')) {
    const key = `${String(tool)} ${String(text)}`;
    executions.set(key, (executions.get(key) ?? 0) + 1);
  }
  const verdicts = calls.map((call) => ({ call, verdict: verdictOn(call) }));
  return {
    succeeded: verdicts.filter(({ verdict }) => verdict === 'succeeded').length,
    notExecuted: verdicts.filter(({ verdict }) => verdict === 'no').length,
    unknown: verdicts.filter(({ verdict }) => verdict === 'unknown').length,
    contradictions: [
      ...[...executions]
        .filter(([key, times]) => times > 1 && key.startsWith('send '))
        .map(([key, times]) => `${key}: a write that is not safe ran ${times} times`),
      ...verdicts.flatMap(({ call, verdict }) => {
        const times = executions.get(`${call.tool} ${call.text}`) ?? 0;
        return contradictionsOf(call, verdict, times).map(
          (what) => `${call.tool} ${call.text}: ${what}; executed ${times} times; ${JSON.stringify(call.answer)}`,
        );
      }),
    ],
  };
}

type Verdict = 'succeeded' | 'no' | 'unknown' | undefined;

function verdictOn(call: CountedCall): Verdict {
  if (hasSucceeded(call)) return 'succeeded';
  const executed = faultOf(call.answer, 'executed');
  return executed === 'no' || executed === 'unknown' ? executed : undefined;
}

function contradictionsOf(call: CountedCall, verdict: Verdict, times: number): readonly string[] {
  const { tool, text, answer } = call;
  const found: string[] = [];
  switch (verdict) {
    case 'succeeded':
      if (textOf(answer) !== `${tool} ${text}`) found.push('the answer is another call’s');
      if (times === 0) found.push('it was never executed and reported as done');
      break;
    case 'no':
      if (times > 0) found.push('it was executed and reported as not executed');
      break;
    case 'unknown':
      if (tool !== 'send') break;
      if (faultOf(answer, 'retryable') !== false) found.push('a write that may have run is called retryable');
      if (faultOf(answer, 'recoveryAction') !== 'verify_then_retry') found.push('nobody is told to verify first');
      if (!/outcome unknown: verify before retrying/iu.test(textOf(answer) || (answer.error?.message ?? '')))
        found.push('the model is not told to verify');
      break;
    case undefined:
      found.push('the answer does not say whether it was executed');
      break;
    default:
      verdict satisfies never;
  }
  return found;
}

function faultOf(answer: CountedCall['answer'], member: string): unknown {
  return at(answer, 'result', '_meta', 'dev.breakwater/fault', member) ?? at(answer, 'error', 'data', member);
}
