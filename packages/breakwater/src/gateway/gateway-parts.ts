import { EventStream, SystemClock } from '@breakwater/core';
import type { Config } from '../config/config.ts';
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
