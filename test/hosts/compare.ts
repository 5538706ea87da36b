import { at, type Json, type Kit } from '../kit/index.ts';
import { answerText, openDirect, openThrough, textsOf, type Able, type RawHost } from './raw-ways.ts';
import type { Command, RealServer } from './real-servers.ts';
import type { Asked } from './requests.ts';
import type { Way } from './ways.ts';

/** A server and what it is asked. */
export interface Compared {
  readonly key: RealServer;
  readonly server: Command;
  readonly requests: readonly Asked[];
  /** What the host can do; nothing where this is left out. */
  readonly able?: Able;
  /** Undoes what the requests have left behind; without it nothing is left, and both can be asked at the same time. */
  readonly forget?: () => void;
}

/** The answers as text, by what was asked. */
export type Answers = Readonly<Record<string, string>>;

/** What a server has said to the same requests under the same ids. */
export interface Comparison {
  /** Directly; under the names that the gateway shows. */
  readonly said: Answers;
  /** Through the gateway. */
  readonly heard: Answers;
  /** The direct answers that were none, since only successes are to be compared. */
  readonly failures: readonly string[];
  /** What the server lists and nothing has asked for. */
  readonly unasked: readonly string[];
}

/** Asks a server, and the gateway before it, the same things. */
export async function compare(
  kit: Kit,
  door: Way['door'],
  { key, server, requests, able, forget }: Compared,
): Promise<Comparison> {
  const expose = (name: string): string => (door === '/mcp' ? `${key}__${name}` : name);
  const asked = requests.map((request, index) => ({ ...request, id: index + 10 }));
  const askDirect = async (): Promise<Answers> => {
    const host = await openDirect(kit, server, able);
    const answers = await answersOf(host, asked);
    // The everything-server does not end with its stdin once it has had a task.
    host.kill('SIGKILL');
    return answers;
  };
  const askThrough = async (): Promise<Answers> => {
    const host = await openThrough(kit, door, key, server, able);
    return answersOf(
      host,
      asked.map((request) => ({ ...request, ...exposed(request, expose) })),
    );
  };

  const direct = askDirect();
  if (forget !== undefined) await direct.then(forget);
  const [said, heard] = await Promise.all([direct, askThrough()]);
  return {
    said: door === '/mcp' ? parts(said, expose) : said,
    heard: door === '/mcp' ? parts(heard, (name) => name) : heard,
    failures: failuresIn(said),
    unasked: unaskedIn(said, asked),
  };
}

/** The items of a list, as text. */
export function itemsIn(list: string): string {
  return list.slice(list.indexOf('[') + 1, list.lastIndexOf(']'));
}

/** A list of tools or prompts with other names; names further inside belong to arguments and stay. */
export function renamed(list: string, expose: (name: string) => string): string {
  const result = at(JSON.parse(list), 'result');
  const items = at(result, 'tools') ?? at(result, 'prompts');
  if (!Array.isArray(items)) return list;
  const names = items.map((item: unknown) => String(at(item, 'name')));
  return names.reduce((text, name) => text.replace(`{"name":"${name}"`, `{"name":"${expose(name)}"`), list);
}

async function answersOf(host: RawHost, asked: readonly (Asked & { readonly id: number })[]): Promise<Answers> {
  const pending: Promise<unknown>[] = [];
  for (const { id, method, params, long } of asked) {
    const answer = host.request(method, params, { id, timeoutMs: 20_000 });
    if (long) pending.push(answer);
    else await answer;
  }
  await Promise.all(pending);
  const progress = textsOf(host).filter((text) => text.includes('"notifications/progress"'));
  return {
    initialize: answerText(host, 1),
    progress: progress.join('\n'),
    ...Object.fromEntries(asked.map((request) => [labelOf(request), answerText(host, request.id)])),
  };
}

function labelOf({ id, method, params }: Asked & { readonly id: number }): string {
  if (method.endsWith('/list') || method === 'logging/setLevel') return method;
  return `${id} ${method} ${JSON.stringify(params)}`.replaceAll(/[a-z]+__/g, '');
}

/** The request with the name that the gateway shows. */
function exposed({ method, params }: Asked, expose: (name: string) => string): { readonly params?: Json } {
  const name = params?.['name'];
  const ref = params?.['ref'];
  const prompt = at(ref, 'name');
  if ((method === 'tools/call' || method === 'prompts/get') && typeof name === 'string')
    return { params: { ...params, name: expose(name) } };
  if (typeof prompt === 'string')
    return { params: { ...params, ref: Object.assign({}, ref, { name: expose(prompt) }) } };
  return {};
}

/** Behind one endpoint for several servers some answers are made of all of theirs; of those only a server's part counts. */
function parts(answers: Answers, expose: (name: string) => string): Answers {
  const part = (label: string, text: string): string => {
    if (label === 'initialize' || label === 'logging/setLevel')
      return at(JSON.parse(text), 'result') === undefined ? text : 'a result';
    return label.endsWith('/list') && label !== 'tasks/list' ? itemsIn(renamed(text, expose)) : text;
  };
  return Object.fromEntries(Object.entries(answers).map(([label, text]) => [label, part(label, text)]));
}

function failuresIn(answers: Answers): readonly string[] {
  return Object.entries(answers).flatMap(([label, text]) => {
    if (label === 'progress') return [];
    const message: unknown = JSON.parse(text);
    return at(message, 'result') === undefined || at(message, 'result', 'isError') === true
      ? [`${label}: ${text}`]
      : [];
  });
}

function unaskedIn(answers: Answers, asked: readonly Asked[]): readonly string[] {
  const seen = JSON.stringify(asked);
  const listed = (method: string, items: string, key: string): readonly string[] => {
    const values = at(JSON.parse(answers[method] ?? '{}'), 'result', items);
    return Array.isArray(values) ? values.map((item: unknown) => String(at(item, key))) : [];
  };
  const names = [
    ...listed('tools/list', 'tools', 'name'),
    ...listed('prompts/list', 'prompts', 'name'),
    ...listed('resources/list', 'resources', 'uri'),
    ...listed('resources/templates/list', 'resourceTemplates', 'uriTemplate').map((uri) => uri.replace(/\{.*/, '')),
  ];
  return names.filter((name) => !seen.includes(`"${name}`));
}
