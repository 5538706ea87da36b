import { win32 } from 'node:path';
import { refuseServerName } from '../config/server-name.ts';

/** Programs that start another, which is what they should be called by, and the words that may stand before its name. */
const launchers: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', ['-y', '--yes']],
  ['bunx', []],
  ['pnpm', ['dlx', 'exec']],
  ['uvx', []],
  ['node', []],
  ['deno', ['run', '-A']],
  ['python', ['-m']],
  ['python3', ['-m']],
  ['docker', ['run', '-i', '--interactive', '--rm', '--init']],
  ['sh', []],
  ['bash', []],
]);

/**
 * A short name for messages: the package behind npx, the script behind node, else the program itself.
 *
 * It is told to hosts, so it is taken only from where nobody writes secrets or addresses.
 */
export function nameOfCommand([program = '', ...args]: readonly string[]): string {
  const own = shortened(program);
  const before = launchers.get(own);
  const started = before && args.find((arg) => !before.includes(arg));
  return [shortened(started ?? ''), own].find(isName) ?? 'server';
}

/** The last part of a path or a package's name, without version and ending; nothing of what is an option, a pair or a URL. */
function shortened(word: string): string {
  if (/^-|[=\s]|:\/\//.test(word)) return '';
  return win32
    .basename(word)
    .replace(/(?<=.)[@:][^@:]*$/, '')
    .replace(/\.([cm]?[jt]s|py|sh|exe|cmd)$/i, '');
}

function isName(word: string): boolean {
  return refuseServerName(word) === undefined;
}
