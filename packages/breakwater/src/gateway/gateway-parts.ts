import { EventStream, SystemClock } from '@breakwater/core';
import type { Config } from '../config/config.ts';
import type { Rules } from '../config/effective-rules.ts';
import { createCorrelationIds } from './host/correlation.ts';
import { HostVoice } from './host/host-voice.ts';
import type { GatewayParts } from './server/server.ts';

/** Makes what everything in one process shares. */
export function createGatewayParts(config: Config): GatewayParts {
  const clock = new SystemClock();
  return {
    clock,
    random: Math.random,
    events: new EventStream(() => clock.now()),
    codes: config.codes,
    support: config.support,
  };
}

/** Makes what answers hosts where no server does. */
export function createHostVoice(
  { errors, locale }: Pick<Rules, 'errors' | 'locale'>,
  { codes, support, random, events }: GatewayParts,
): HostVoice {
  return new HostVoice({
    errors,
    locale,
    codes,
    support,
    newCorrelationId: createCorrelationIds(random),
    onBug: (cause, correlationId) => events.emit({ type: 'bug', correlationId, cause }),
  });
}
