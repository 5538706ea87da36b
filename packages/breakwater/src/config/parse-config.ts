import { shortestSoughtAnywhere, shortestSoughtInSuccesses } from '@breakwater/core';
import { findNodeAtLocation } from 'jsonc-parser';

import { completeConfig, type Config } from './config.ts';
import { configSchema } from './config-schema.ts';
import { createLocator, parseDocument } from './document.ts';
import type { Document } from './document.ts';
import { decode } from './encoding.ts';
import { evaluate, isObject, member } from './evaluate.ts';
import type { Evaluated } from './evaluate.ts';
import { parseListen, refuseOpenListener } from './listen-address.ts';
import type { ConfigProblem } from './problem.ts';
import { checkRules } from './rule-checks.ts';
import { schemaProblems } from './schema-problems.ts';
import { collectSecrets } from './secrets.ts';
import type { ConfiguredSecret, PlacedSecret } from './secrets.ts';
import { checkServers } from './server-checks.ts';
import { readTokenFile, resolveTokens } from './tokens.ts';
import type { ReadText } from './tokens.ts';
import type { Environment } from './variables.ts';

/** A configuration, or everything that is wrong with it. */
export type ConfigResult =
  | {
      readonly ok: true;
      readonly config: Config;
      /** What is odd but does not stop anything. */
      readonly warnings: readonly ConfigProblem[];
      /** What must be masked wherever it turns up. */
      readonly secrets: readonly ConfiguredSecret[];
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The content of a configuration, and the path that it came from or would have come from. */
export type ConfigSource = { readonly file: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** Options of {@link parseConfig}. */
export interface ParseOptions {
  /**
   * The name of the one server that comes from elsewhere, such as a command line. The file then gives rules alone: its
   * `mcpServers`, `listen` and `access` are passed over, so that nothing they need has to be there.
   */
  readonly alone?: string;
  /**
   * Reads the files that `access.tokens` names.
   *
   * @default from the disk
   */
  readonly readText?: ReadText;
}

/**
 * Reads a configuration and says everything that is wrong with it at once. Writes nothing and never throws; reads no
 * file but those that `access.tokens` names.
 */
export function parseConfig(source: ConfigSource, environment: Environment, options: ParseOptions = {}): ConfigResult {
  const { alone, readText = readTokenFile } = options;
  const { file } = source;
  const decoded = 'text' in source ? ({ ok: true, text: source.text } as const) : decode(source.bytes);
  if (!decoded.ok)
    return { ok: false, problems: [createLocator(decoded.before, file).at(decoded.before.length, [], decoded)] };

  const { document, problems: syntax } = parseDocument(decoded.text, file);
  if (document === undefined) return { ok: false, problems: syntax };

  const evaluated = evaluate(document, environment, alone === undefined);
  const parsed = configSchema.safeParse(evaluated.value);
  const servers = alone === undefined ? checkServers(evaluated, document) : { problems: [], warnings: [] };
  const rules = checkRules(evaluated.value, document, serverNames(document, alone));
  const access = resolveTokens(evaluated, document, file, readText);
  const problems = [
    ...syntax,
    ...evaluated.problems,
    ...servers.problems,
    ...rules.problems,
    ...access.problems,
    ...(parsed.success ? [] : schemaProblems(parsed.error.issues, document, evaluated)),
    ...checkListener(evaluated, document),
  ];
  if (!parsed.success || problems.length > 0) return { ok: false, problems: inOrder(problems) };

  const config = completeConfig(parsed.data, access.tokens, file);
  const secrets = collectSecrets(config.mcpServers, evaluated.variables, config.access.tokens);
  const warnings = inOrder([...servers.warnings, ...rules.warnings, ...shortSecrets(secrets, document)]);
  return { ok: true, config, warnings, secrets: secrets.map(({ value, named, where }) => ({ value, named, where })) };
}

function serverNames({ root }: Document, alone: string | undefined): readonly string[] {
  const servers = findNodeAtLocation(root, ['mcpServers']);
  const properties = servers?.type === 'object' ? (servers.children ?? []) : [];
  const names = properties.map((property) => String(property.children?.[0]?.value));
  return alone === undefined ? names : [...names, alone];
}

function checkListener({ value }: Evaluated, document: Document): ConfigProblem[] {
  const listen = member(value, 'listen');
  const parsed = typeof listen === 'string' ? parseListen(listen) : undefined;
  if (parsed?.ok !== true) return [];
  const tokens = member(member(value, 'access'), 'tokens');
  const refusal = refuseOpenListener(parsed.address, isObject(tokens) ? Object.keys(tokens).length : 0);
  return refusal === undefined ? [] : [document.atValue(['listen'], refusal)];
}

function shortSecrets(secrets: readonly PlacedSecret[], document: Document): ConfigProblem[] {
  return secrets.flatMap(({ value, named, path }) => {
    if (!named || value.length >= shortestSoughtInSuccesses) return [];
    const consequence =
      value.length >= shortestSoughtAnywhere
        ? 'it is masked in errors and logs, but not in the results of tools'
        : 'it is masked only in known places, such as behind its name';
    const message = `This secret has fewer than ${shortestSoughtInSuccesses} characters, and so short a text occurs by chance: ${consequence}.`;
    return [document.atValue(path, { message, hint: 'Use a longer one where you can.' })];
  });
}

function inOrder(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
