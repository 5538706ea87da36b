import { createFault, nearestNames, type Era, type Message } from '@breakwater/core';
import { faultAnswer, type Manner } from '../answer/fault-answer.ts';
import type { HostRequest } from '../host/host-request.ts';
import { sentences } from '../sentences.ts';

const denial =
  /\b(?:unknown|no such|unrecogni[sz]ed) tool\b|\btool\b.{1,200}\b(?:not found|does not exist|doesn't exist|is not available|disabled)\b/is;

/** Whether an answer seems to say that there is no such tool; only its list can tell. */
export function deniesTool(answer: Message): boolean {
  return answer.text.length < 16_384 && denial.test(answer.text);
}

/** The answer to a call of a tool or prompt that nobody lists, with the name that was probably meant. */
export function unknownName(
  request: HostRequest,
  kind: 'tool' | 'prompt',
  name: string,
  known: readonly string[],
  era: Era,
  manner: Manner,
): Message {
  const { id, message, correlationId } = request;
  const { locale } = manner;
  const near = nearestNames(name, known, 1)[0];
  const said = sentences[locale];
  const sentence = said.unknown(kind, name);
  const fault = createFault(
    {
      kind: kind === 'tool' ? 'unknown_tool' : 'unknown_prompt',
      executed: 'no',
      message: near === undefined ? sentence : `${sentence} ${said.didYouMean(near)}`,
      ...(near !== undefined && { suggestion: said.didYouMean(near) }),
    },
    { correlationId, locale },
  );
  // A call of no tool is the protocol's mistake, whatever is configured for calls that fail.
  return faultAnswer(fault, { id, era, message }, { ...manner, errors: 'protocol' });
}
