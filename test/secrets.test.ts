import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until, useKit, type Json, type Kit } from './kit/index.ts';
import { plantInternals } from './planted/internals.ts';
import { Chance } from './planted/chance.ts';
import { formsOfKnown, plantSecrets, variantsOf, type Planted } from './planted/secrets.ts';

const seed = process.env['BREAKWATER_SEED'];
const chance = seed === undefined ? new Chance() : new Chance(seed);
// Whoever sees this fail must be able to see it again.
process.stdout.write(`secrets planted with BREAKWATER_SEED=${chance.seed}\n`);

const known = ['p"w\\d/', "k'se+%", 'tok='].map((beginning) => beginning + chance.mixed(18));
const shaped = plantSecrets(chance).flatMap(variantsOf);
const secrets = [...shaped, ...known.flatMap((value, index) => formsOfKnown(`known value ${index}`, value))];
const internals = plantInternals(chance);
const ways = ['message', 'data', 'result', 'blocks', 'meta'];
const characters = Array.from('=:/.-_@ "\n');

// E7
describe('what must not come out of an error', () => {
  const kit = useKit();

  it('is planted in at least thirty kinds', () => {
    expect(plantSecrets(new Chance('1')).length).toBeGreaterThanOrEqual(30);
  });

  it.each(['stdio', 'http'] as const)('no secret reaches a host or the log (%s)', { timeout: 60_000 }, async (over) => {
    const { tell, log } = await open(kit, over, secrets);
    const leaks: string[] = [];
    for (const [nth, planted] of secrets.entries()) {
      const told = await tell(nth, [...ways, 'log', ...(over === 'stdio' ? ['stderr'] : [])]);
      leaks.push(...told.filter(({ text }) => revealed(text, planted)).map(({ way }) => `${planted.kind} by ${way}`));
    }
    expect(leaks).toEqual([]);
    if (over === 'stdio') await until('the last line of stderr', () => log().split('it said').length > 18);
    expect(secrets.filter((planted) => revealed(log(), planted)).map(({ kind }) => kind)).toEqual([]);
  });

  it.each(['stdio', 'http'] as const)('no internals reach a host (%s)', { timeout: 60_000 }, async (over) => {
    const { tell } = await open(kit, over, internals);
    const leaks: string[] = [];
    for (const [nth, planted] of internals.entries()) {
      const told = await tell(nth, ways);
      leaks.push(...told.filter(({ text }) => revealed(text, planted)).map(({ way }) => `${planted.kind} by ${way}`));
    }
    expect(leaks).toEqual([]);
  });

  it('a success is left alone, whatever it looks like', async () => {
    const texts = [...shaped, ...internals];
    const { success } = await open(kit, 'stdio', texts);
    for (const [nth, { text, kind }] of texts.entries())
      expect({ kind, ...(await success(nth)) }).toEqual({ kind, content: [{ type: 'text', text }] });
  });
});

/** A gateway that knows the known values, in front of a server that knows these texts. */
async function open(kit: Kit, over: 'stdio' | 'http', planted: readonly Planted[]) {
  const file = join(kit.directory('planted'), 'texts.json');
  writeFileSync(file, JSON.stringify(planted.map(({ text }) => text)));
  const { server } = await kit.fake('tells', { over, words: [file] });
  const entry =
    'url' in server ? { ...server, headers: named('X-', '-Api-Key') } : { ...server, env: named('KNOWN_', '_TOKEN') };
  const gateway = await kit.startGateway({ mcpServers: { fake: entry } });
  const host = kit.openHttp(gateway.endpoint('fake'));
  await host.initialize();

  /** What the host gets to read when a text goes each of these ways, and as the failure of a resource and a prompt. */
  async function tell(nth: number, tools: readonly string[]) {
    const asked = [
      ...tools.map((way) => [way, 'tools/call', { name: way, arguments: { nth } }] as const),
      ['resource', 'resources/read', { uri: `text:${nth}` }] as const,
      // What a caller has named may be told it again, and it can name what it likes.
      ['resource of one character', 'resources/read', { uri: chance.one(characters), nth }] as const,
      ['prompt', 'prompts/get', { name: String(nth) }] as const,
    ];
    const from = host.received.length;
    const told = await Promise.all(
      asked.map(async ([way, method, params]) => ({ way, text: textOf(await host.request(method, params)) })),
    );
    told.push({ way: 'notification', text: textOf(host.received.slice(from).filter(({ id }) => id === undefined)) });
    return told;
  }
  const success = async (nth: number): Promise<Json | undefined> => (await host.callTool('success', { nth })).result;
  return { tell, success, log: () => gateway.stderr };
}

/** The known values under names that say what they are. */
function named(prefix: string, suffix: string): Json {
  return Object.fromEntries(known.map((value, index) => [`${prefix}${index}${suffix}`, value]));
}

function revealed(text: string, { secrets: parts }: Planted): boolean {
  return parts.some((part) => text.includes(part));
}

/** A value as it came, and each text in it as its reader sees it. */
function textOf(value: unknown): string {
  const strings: string[] = [];
  const collect = (each: unknown): void => {
    if (typeof each === 'string') strings.push(each);
    else if (typeof each === 'object' && each !== null)
      for (const [key, inner] of Object.entries(each)) {
        strings.push(key);
        collect(inner);
      }
  };
  collect(value);
  return `${JSON.stringify(value)}\n${strings.join('\n')}`;
}
