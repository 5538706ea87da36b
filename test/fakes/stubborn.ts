import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { runFake } from './responder/run-fake.ts';

// Doesn't go when asked: ignores the end of stdin; `term` ignores SIGTERM as well; `grandchild` has a child of its own that
// ignores both; `wrapper` is the parent of the real server, as npx and `sh -c` are.
await runFake(({ variant, journal }) => ({
  ignoresEnd: true,
  tools: {
    hello: { call: () => 'hello' },
    who: { call: () => String(process.pid) },
    // Never answers.
    hang: { call: () => undefined },
    // Can't be heard any more, and lives on.
    mute: { call: () => closeSync(1) },
  },
  started({ journal: { note } }) {
    setInterval(() => undefined, 60_000);
    if (variant !== '') process.on('SIGTERM', () => note('terminated'));
    if (variant === 'grandchild') {
      const { pid } = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => 0); setInterval(() => 0, 1e6)"], {
        stdio: 'ignore',
      });
      note('grandchild', { child: pid });
    }
    if (variant === 'wrapper') {
      const mark = journal === undefined ? [] : ['--journal', journal];
      // The real server shares our standard streams, so we leave them alone from here on.
      process.stdin.pause();
      const { pid } = spawn(process.execPath, [process.argv[1] ?? '', 'term', ...mark], { stdio: 'inherit' });
      note('grandchild', { child: pid });
      return new Promise(() => undefined);
    }
    return undefined;
  },
}));
