import {
  Message,
  toErrorObject,
  toErrorResult,
  type Era,
  type Fault,
  type LegacyCodes,
  type Locale,
} from '@breakwater/core';

/** How failures are told, by the configuration. */
export interface Manner {
  readonly locale: Locale;
  /** Whether a failed call of a tool is told as a result, which models read, or as an error. */
  readonly errors: 'result' | 'protocol';
  /** Numbers that replace ours on the legacy wire. */
  readonly codes: LegacyCodes;
}

/** What has failed. */
export interface Failed {
  /** Raw JSON text; `null` where it could not be read. */
  readonly id: string;
  readonly era: Era;
  /** The request, where it could be read. */
  readonly message?: Message | undefined;
  /** Members that the specification wants in an error's `data`. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of a fault: the one way from what went wrong to a host. */
export function faultAnswer(fault: Fault, { id, era, message, data = {} }: Failed, manner: Manner): Message {
  const { locale, errors, codes } = manner;
  if (errors === 'result' && message?.method === 'tools/call' && !isTask(message))
    return Message.result(id, toErrorResult(fault, { era, locale }));
  const error = toErrorObject(fault, { era, method: message?.method ?? '', codes, data });
  // Sound: only a cancelled call has none, and it is not answered at all.
  return Message.error(id, error as NonNullable<typeof error>);
}

/** The answer to a call as a task is the task, of which a host would make nothing else. */
function isTask(message: Message): boolean {
  return message.find(message.paramsSpan, 'task') !== undefined;
}
