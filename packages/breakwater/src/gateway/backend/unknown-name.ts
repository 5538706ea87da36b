import { createFault, Message, toErrorObject, type Era, type Locale, nearestNames } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import { sentences } from '../sentences.ts';

const denial =
  /\b(?:unknown|no such|unrecogni[sz]ed) tool\b|\btool\b.{1,200}\b(?:not found|does not exist|doesn't exist|is not available|disabled)\b/is;

/** Whether an answer seems to say that there is no such tool; only its list can tell. */
export function deniesTool(answer: Message): boolean {
  return answer.text.length < 16_384 && denial.test(answer.text);
}

/** Options of {@link unknownName}. */
export interface UnknownNameOptions {
  readonly era: Era;
  readonly locale: Locale;
}

/** The answer to a call of a tool or prompt that nobody lists, with the name that was probably meant. */
export function unknownName(
  request: HostRequest,
  kind: 'tool' | 'prompt',
  name: string,
  known: readonly string[],
  { era, locale }: UnknownNameOptions,
): Message {
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
    { correlationId: request.correlationId, locale },
  );
  // Sound: only a cancelled call has no code.
  return Message.error(request.id, toErrorObject(fault, { era }) as NonNullable<ReturnType<typeof toErrorObject>>);
}
