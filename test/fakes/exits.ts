import { closeSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fake } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Dies, each variant at its own moment; `starts-late` doesn't die but begins to read only after `--ms`, as an installer does,
// `first` dies at its first so many starts (the second word), and `later` at all starts but these.
await runFake(({ variant, words, ms = 5_000, journal }): Fake => {
  const hello = { hello: { call: () => 'hello' } };
  switch (variant) {
    case 'starts-late':
      return {
        tools: hello,
        async started() {
          for (let left = ms; left > 0; left -= 500) {
            process.stderr.write('installing…\n');
            await sleep(Math.min(left, 500));
          }
        },
      };
    case 'first':
      return {
        tools: hello,
        started({ journal: { note } }) {
          if (written('gone', journal) >= Number(words[0] ?? 1)) return;
          note('gone');
          process.exit(1);
        },
      };
    case 'later':
      return {
        tools: hello,
        started({ journal: { note } }) {
          note('alive');
          if (written('alive', journal) > Number(words[0] ?? 1)) process.exit(1);
        },
      };
    case 'after-initialize':
      // The exit must follow the answer before the host can write its next message.
      return {
        methods: {
          initialize({ params, reply }) {
            reply({
              protocolVersion: params['protocolVersion'],
              capabilities: { tools: {} },
              serverInfo: { name: 'fake', version: '1' },
            });
            process.exit(3);
          },
        },
      };
    case 'during-call':
      return {
        tools: {
          ...hello,
          die: {
            async call({ wire, args }) {
              wire.journal.note('committed', { tool: 'die' });
              await sleep(Number(args['ms'] ?? 0));
              process.stderr.write('fatal: out of memory\n');
              process.exit(Number(args['code'] ?? 1));
            },
          },
        },
      };
    case 'closes-stdin':
      return {
        tools: {
          ...hello,
          close_stdin: {
            call() {
              process.stdin.destroy();
              // Node leaves the descriptors of the standard streams open.
              closeSync(0);
              // Without this the process would end with its last handle.
              setInterval(() => undefined, 60_000);
              return 'stdin closed';
            },
          },
        },
      };
    default:
      return {
        started() {
          process.stderr.write('cannot find module "left-pad"\n');
          process.exit(1);
        },
      };
  }
});

/** How many processes of this fake have written this down. */
function written(what: string, journal: string | undefined): number {
  return journal === undefined ? 0 : readFileSync(journal, 'utf8').split(`"${what}"`).length - 1;
}
