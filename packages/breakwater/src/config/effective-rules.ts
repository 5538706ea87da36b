import type { PlanRules, SettingLevel, TimeLimit } from '@breakwater/core';

import { builtIn } from './built-in.ts';
import type { Config } from './config.ts';
import type { DefaultRules, ServerRules, ToolRules } from './rule-schema.ts';

/** Everything that is configured for one target, merged from general to special; what {@link PlanRules} wants and more. */
export interface Rules extends PlanRules {
  /** How long connecting to the server may take. */
  readonly connectTimeout: TimeLimit;
  /** How long the server may take from its start to its first answer. */
  readonly startTimeout: TimeLimit;
  readonly errors: NonNullable<DefaultRules['errors']>;
  readonly redact: NonNullable<DefaultRules['redact']>;
  readonly maxMessageBytes: number;
  readonly onDisconnect: NonNullable<DefaultRules['onDisconnect']>;
  readonly trusted: boolean;
  readonly trustAnnotations: NonNullable<ServerRules['trustAnnotations']>;
  readonly share: NonNullable<ServerRules['share']>;
}

type Level = Partial<DefaultRules & ServerRules & ToolRules>;
type Timing = 'deadline' | 'timeout' | 'idleTimeout' | 'connectTimeout' | 'startTimeout';

/**
 * Merges the rules of a tool by its original name, or of a server where no tool is meant:
 * `defaults`, then `servers[s]`, then `tools["s/*"]`, then `tools["s/t"]`; objects merge, the more special one wins.
 */
export function effectiveRules(config: Config, server: string, tool?: string): Rules {
  const { defaults } = config;
  const ofServer: ServerRules = own(config.servers, server) ?? {};
  const ofTools: readonly ToolRules[] =
    tool === undefined ? [] : [own(config.tools, `${server}/${tool}`) ?? {}, own(config.tools, `${server}/*`) ?? {}];
  const levels: readonly (readonly [SettingLevel, Level])[] = [
    ...ofTools.map((rules) => ['tool', rules] as const),
    ['server', ofServer],
    ['defaults', defaults],
  ];

  function pick<K extends keyof Level>(key: K): NonNullable<Level[K]> | undefined {
    for (const [, rules] of levels) {
      const value = rules[key];
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  function limit(timing: Timing): TimeLimit | 'none' | undefined {
    for (const [setBy, rules] of levels) {
      const value = rules[timing] ?? rules[`${timing}Ms`];
      if (value !== undefined) return value === 'none' ? 'none' : { ms: value, setBy };
    }
    return undefined;
  }

  function always(timing: 'deadline' | 'connectTimeout' | 'startTimeout'): TimeLimit {
    const found = limit(timing);
    return found === undefined || found === 'none' ? { ms: builtIn[`${timing}Ms`], setBy: 'built-in' } : found;
  }

  function ofRetry(key: keyof NonNullable<Level['retry']>): number {
    for (const [, { retry }] of levels) {
      if (retry?.[key] !== undefined) return retry[key];
    }
    return builtIn[key];
  }

  const timeout = limit('timeout');
  const idleTimeout = limit('idleTimeout');
  const safety = pick('safety');
  const keyArgument = pick('keyArgument');
  return {
    limits: {
      deadline: always('deadline'),
      ...(timeout === undefined || timeout === 'none' ? {} : { timeout }),
      ...(idleTimeout === undefined || idleTimeout === 'none' ? {} : { idleTimeout }),
    },
    connectTimeout: always('connectTimeout'),
    startTimeout: always('startTimeout'),
    retry: {
      maxAttempts: ofRetry('maxAttempts'),
      maxAttemptsRead: ofRetry('maxAttemptsRead'),
      baseMs: ofRetry('baseMs'),
      limitBaseMs: ofRetry('limitBaseMs'),
      capMs: ofRetry('capMs'),
    },
    ...(safety === undefined ? {} : { safety }),
    ...(keyArgument === undefined ? {} : { keyArgument }),
    errors: pick('errors') ?? builtIn.errors,
    redact: pick('redact') ?? builtIn.redact,
    locale: pick('locale') ?? builtIn.locale,
    maxMessageBytes: pick('maxMessageBytes') ?? builtIn.maxMessageBytes,
    onDisconnect: pick('onDisconnect') ?? builtIn.onDisconnect,
    trusted: ofServer.trusted ?? builtIn.trusted,
    trustAnnotations: ofServer.trustAnnotations ?? builtIn.trustAnnotations,
    share: ofServer.share ?? builtIn.share,
  };
}

// A server may be called `constructor`.
function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
