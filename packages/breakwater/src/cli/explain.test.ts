import { PassThrough } from 'node:stream';
import { faultKinds } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import { main } from './main.ts';

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('breakwater explain', () => {
  // E2
  it('says what a kind means, what to do, and its way through the decision tree', async () => {
    const { code, stdout, stderr } = await explained('circuit_open');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Code: up to 2025-11-25 -32035, from 2026-07-28 -31035\n');
    expect(stdout).toMatch(/Recovery action: wait_and_retry\n(.*\n)+ {4}dependency, transport or timeout\? → /);
  });

  it.each([
    ['-32030'],
    ['32030'],
    ['-31030'],
    ['--', '-32030'],
    ['--locale', 'en', '-32030'],
    ['-32030', '--locale=en'],
  ])('takes a code for a code: %s %s %s', async (...args) => {
    const { code, stdout } = await explained(...args);

    expect(code).toBe(0);
    expect(stdout.match(/^\w+$/gm)).toEqual(['dependency_unavailable', 'dependency_timeout']);
  });

  it('takes a kind in words, and an HTTP status', async () => {
    expect((await explained('request', 'timeout')).stdout).toMatch(/^request_timeout\n/);
    expect((await explained('429')).stdout).toMatch(/^rate_limited$/m);
  });

  // E11
  it('speaks Chinese', async () => {
    const { code, stdout } = await explained('--locale', 'zh', '-32003');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^rate_limited\n.*\p{Script=Han}/u);
  });

  it('prints every kind as JSON that holds what the page holds', async () => {
    for (const kind of faultKinds) {
      const { code, stdout } = await explained(kind, '--json');

      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ found: 'kind', page: { kind } });
    }
  });

  it('names what was probably meant, with exit code 1', async () => {
    expect(await explained('cirkuit_open')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no kind or code "cirkuit_open". Did you mean circuit_open?\n',
    });
    const { code, stdout } = await explained('--json', 'cirkuit_open');
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { found: 'nothing', query: 'cirkuit_open', nearest: ['circuit_open'] },
    ]);
  });

  it.each([[], [''], ['--locale', 'fr', 'locked'], ['--locale'], ['--jsno', 'locked'], ['-x', 'locked']])(
    'refuses a command line that makes no sense, with its usage and exit code 2: %s %s %s',
    async (...args) => {
      const { code, stdout, stderr } = await explained(...args);

      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('breakwater explain [--json] [--locale en|zh] KIND');
    },
  );
});

async function explained(...args: readonly string[]): Promise<Printed> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main(['explain', ...args], {
    stdin,
    stdout,
    stderr,
    env: {},
    signal: new AbortController().signal,
    atExit: () => {},
  });
  return { code, stdout: printed(stdout), stderr: printed(stderr) };
}

function printed(stream: PassThrough): string {
  return String(stream.read() ?? '');
}
