import { parseArgs } from 'node:util';
import { explain as explainFault, locales, renderExplanation, type Locale } from '@breakwater/core';
import { exitCodes, UsageError, type Command } from './command.ts';

/** `breakwater explain`: what a fault means and what to do. */
export const explain: Command = {
  name: 'explain',
  summary: 'Say what a kind of fault or an error code means, and what to do.',
  usage: [
    'breakwater explain [--json] [--locale en|zh] KIND',
    'breakwater explain [--json] [--locale en|zh] CODE',
    '',
    '  KIND            a kind of fault, such as request_timeout or "request timeout"',
    '  CODE            a JSON-RPC error code such as -32030, or an HTTP status such as 429',
    '  --json          the same as JSON',
    '  --locale LANG   en (the default) or zh',
    '',
    'Exit code 0 where there is such a kind or code, 1 where there is none, 2 where the command line makes no sense.',
  ].join('\n'),

  run(args, { stdout, stderr }) {
    const { query, asJson, locale } = parseExplainArgs(args);
    const explanation = explainFault(query, locale);
    const isFound = explanation.found !== 'nothing';
    if (asJson) stdout.write(`${JSON.stringify(explanation, undefined, 2)}\n`);
    else (isFound ? stdout : stderr).write(`${renderExplanation(explanation, locale)}\n`);
    return Promise.resolve(isFound ? exitCodes.ok : exitCodes.failed);
  },
};

function parseExplainArgs(args: readonly string[]) {
  // To `parseArgs` -32030 is five options.
  const codes = args.filter((arg) => /^-\d+$/.test(arg));
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => !codes.includes(arg)),
    options: { json: { type: 'boolean' }, locale: { type: 'string' } },
    allowPositionals: true,
  });
  const query = [...codes, ...positionals].join(' ');
  if (query.trim() === '') throw new UsageError('Expected a kind of fault or a code.');
  return { query, asJson: values.json === true, locale: localeOf(values.locale) };
}

function localeOf(name: string | undefined): Locale {
  if (name === undefined) return 'en';
  const locale = locales.find((each) => each === name);
  if (locale === undefined)
    throw new UsageError(`Expected --locale to be one of ${locales.join(', ')}, got '${name}'.`);
  return locale;
}
