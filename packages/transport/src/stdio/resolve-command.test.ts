import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveCommand, type CommandParts, type ResolvedCommand } from './resolve-command.ts';
import { argumentsOfProgram, commandLineAfterCmd } from './testing/windows-parsers.ts';

const env = { Path: 'C:\\Windows;"C:\\Program Files\\nodejs";;D:\\bin', ComSpec: 'C:\\Windows\\cmd.exe' };
const files = new Set([
  'C:\\Program Files\\nodejs\\npx',
  'C:\\Program Files\\nodejs\\npx.CMD',
  'C:\\Program Files\\nodejs\\node.EXE',
  'D:\\100% & more\\run.bat',
]);

const metacharacters = ['"', '\\', '%', '^', '&', '|', '<', '>', '(', ')', '!', ' ', 'a', '%PATH%', '\\"'];

function resolve(parts: Partial<CommandParts>): ResolvedCommand {
  const resolved = resolveCommand({
    command: 'npx',
    args: [],
    env,
    platform: 'win32',
    exists: (path) => files.has(path),
    ...parts,
  });
  if ('problem' in resolved) throw new Error(resolved.problem);
  return resolved;
}

/** What the program gets, after cmd.exe has read the line, run the batch file, and read the line of that. */
function received(resolved: ResolvedCommand): readonly string[] {
  const [line] = resolved.args.slice(-1);
  return argumentsOfProgram(commandLineAfterCmd(line ?? ''));
}

describe('on POSIX', () => {
  it('leaves command and arguments alone, with no shell around them', () => {
    const args = ['a & b', '$(x)', '"'];
    expect(resolve({ platform: 'linux', args })).toEqual({ file: 'npx', args, verbatim: false });
  });
});

describe('on Windows', () => {
  it('starts a program found on PATH by itself', () => {
    expect(resolve({ command: 'node', args: ['a b'] })).toEqual({
      file: 'C:\\Program Files\\nodejs\\node.EXE',
      args: ['a b'],
      verbatim: false,
    });
  });

  it('leaves a command that it does not find to the system', () => {
    expect(resolve({ command: 'nothing' })).toMatchObject({ file: 'nothing', verbatim: false });
  });

  it('puts cmd.exe around a batch file, never the script without an ending beside it', () => {
    const resolved = resolve({ args: ['-y', 'server'] });
    expect(resolved).toMatchObject({ file: 'C:\\Windows\\cmd.exe', verbatim: true });
    expect(resolved.args).toEqual([
      '/e:ON',
      '/v:OFF',
      '/d',
      '/s',
      '/c',
      '""C:\\Program Files\\nodejs\\npx.CMD" "-y" "server""',
    ]);
  });

  it('writes the hard cases in a form that cannot be read in another way', () => {
    const args = ['C:\\My Data\\a & b', '100%', 'say "hi"', 'end\\', ''];
    const [line] = resolve({ args }).args.slice(-1);
    expect(line).toBe(
      String.raw`""C:\Program Files\nodejs\npx.CMD" "C:\My Data\a & b" "100%%cd:~,%" "say ""hi""" "end\\" """`,
    );
    expect(received(resolve({ args }))).toEqual(['C:\\Program Files\\nodejs\\npx.CMD', ...args]);
  });

  it('runs a batch file whose own path is a hard case, given with forward slashes', () => {
    const resolved = resolve({ command: 'D:/100% & more/run', exists: () => true, env: { PATHEXT: '.BAT' } });
    expect(received(resolved)).toEqual(['D:\\100% & more\\run.BAT']);
  });

  it('brings any argument through cmd.exe and a batch file unchanged', () => {
    const nasty = fc.array(fc.constantFrom(...metacharacters), { maxLength: 12 });
    const argument = fc
      .oneof(
        fc.string(),
        nasty.map((parts) => parts.join('')),
      )
      .filter((text) => !/[\r\n\0]/.test(text));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        expect(received(resolve({ args })).slice(1)).toEqual(args);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a line break', ['a\nb'], 'line-break'],
    ['more than a line holds', ['x'.repeat(9_000)], 'too-long'],
  ])('refuses arguments with %s', (_what, args, problem) => {
    expect(() => resolve({ args })).toThrow(problem);
  });

  it('says of a batch file that is not there that it was not found', () => {
    expect(resolveCommand({ command: 'D:\\no.cmd', args: [], env, platform: 'win32', exists: () => false })).toEqual({
      problem: 'not-found',
    });
  });
});
