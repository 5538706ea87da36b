import { describe, expect, it } from 'vitest';
import { resolveCommand } from '../../packages/transport/src/stdio/resolve-command.ts';
import { argumentsOfProgram, commandLineAfterCmd } from '../../packages/transport/src/stdio/testing/windows-parsers.ts';
import { textOf, useKit } from '../kit/index.ts';

const words = [
  'C:\\My Data\\a & b',
  '100%',
  '%PATH%',
  'a%b%c',
  'say "hi"',
  '$HOME `id` $(id)',
  '*',
  '',
  "it's",
  '^',
  'a\\',
  'ünïcode 表',
];

describe('C26', () => {
  const kit = useKit();

  it('C26 a server gets the words of its command line as they are, with no shell between', async () => {
    const { server } = await kit.fake('names', { words: ['A', ...words] });
    const run = kit.runGateway(server);
    const gateway = await kit.startGateway({ mcpServers: { fake: server } });
    const served = kit.openHttp(gateway.endpoint('fake'));
    for (const host of [run, served]) {
      await host.initialize();
      expect(JSON.parse(textOf(await host.callTool('argv')))).toEqual(words);
    }
  });

  // Nobody runs this on Windows here: the command line is read back as cmd.exe, the batch file and the program read it.
  it('C26 on Windows npx is found and its words come through cmd.exe unharmed', () => {
    const resolved = resolveCommand({
      command: 'npx',
      args: words,
      env: { Path: 'C:\\nodejs', ComSpec: 'C:\\Windows\\cmd.exe' },
      platform: 'win32',
      exists: (path) => path.toLowerCase() === 'c:\\nodejs\\npx.cmd',
    });
    if ('problem' in resolved) throw new Error(resolved.problem);
    expect(resolved).toMatchObject({ file: 'C:\\Windows\\cmd.exe', verbatim: true });
    expect(argumentsOfProgram(commandLineAfterCmd(resolved.args.at(-1) ?? '')).slice(1)).toEqual(words);
  });
});
