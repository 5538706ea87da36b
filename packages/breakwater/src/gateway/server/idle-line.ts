import { Message, type Era } from '@breakwater/core';
import { IdleProbe, type ProbeQuestions } from '@breakwater/transport';
import { ownEnvelope } from '../modern-envelope.ts';
import { sentences } from '../sentences.ts';
import type { Server } from './server.ts';

/** What a line can be asked. */
export interface LineAbilities {
  readonly era: Era;
  /** What its server has declared. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/**
 * Makes the probe of a line through a network; undefined for a process of our own, whose end is seen as it comes.
 *
 * @param ready Makes the line ready for requests and says what it can be asked.
 */
export function probeOf(server: Server, ready: () => LineAbilities): IdleProbe | undefined {
  const { key, settings, parts, pingless } = server;
  if (!settings.source.isRemote) return undefined;
  return new IdleProbe({
    clock: parts.clock,
    timeoutMs: settings.connectTimeoutMs,
    questions: () => questionsTo(ready(), pingless),
    pingUnknown: () => pingless.add(ready().era),
    silence: () => ({ kind: 'connection_lost', executed: 'no', message: sentences[settings.locale].silent(key) }),
  });
}

/** A ping by the name that it has on each wire, and the first list that there is. */
function questionsTo({ era, capabilities }: LineAbilities, pingless: ReadonlySet<Era>): ProbeQuestions {
  const params = era === 'modern' ? { _meta: ownEnvelope } : undefined;
  const ping = Message.request(1, era === 'modern' ? 'server/discover' : 'ping', params);
  const list = ['tools', 'prompts', 'resources'].find((capability) => capability in capabilities);
  return {
    ping: pingless.has(era) ? undefined : ping,
    list: list === undefined ? undefined : Message.request(1, `${list}/list`, params),
  };
}
