import { createRedactor, EventStream, type Clock } from '@breakwater/core';
import { emptyConfig } from '../../config/config.ts';
import { effectiveRules } from '../../config/effective-rules.ts';
import { Server, type GatewayParts, type ServerSource } from '../server/server.ts';
import { ToolCatalog } from '../server/tool-catalog.ts';

/** Makes a server under the default rules of a source that a test has in its hand. */
export function serverOf(
  key: string,
  source: ServerSource,
  { clock, ...own }: Partial<GatewayParts> & { readonly clock: Clock },
): Server {
  const rules = effectiveRules(emptyConfig(), key);
  const { trusted, share, trustAnnotations, startTimeout, connectTimeout, locale } = rules;
  const settings = {
    key,
    rules: () => rules,
    trusted,
    share,
    trustAnnotations,
    startTimeoutMs: startTimeout.ms,
    connectTimeoutMs: connectTimeout.ms,
    locale,
    source,
  };
  return new Server(settings, new ToolCatalog(), createRedactor([]), {
    clock,
    random: () => 0.5,
    events: new EventStream(() => clock.now()),
    codes: {},
    support: undefined,
    ...own,
  });
}
