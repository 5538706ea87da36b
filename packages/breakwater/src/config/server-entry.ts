import { z } from 'zod';

import { setting } from './described.ts';
import { argument, flag, oneOf } from './values.ts';

/** The members of an entry that mean something here. */
export const entryKeys: readonly string[] = [
  'command',
  'args',
  'env',
  'cwd',
  'type',
  'url',
  'headers',
  'disabled',
  'enabled',
];

/** A server as hosts describe it, told apart by how it is reached. */
export type ServerEntry = ProcessEntry | RemoteEntry;

/** A server that we start and talk to over stdio. */
export interface ProcessEntry {
  readonly kind: 'process';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that runs elsewhere. */
export interface RemoteEntry {
  readonly kind: 'remote';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `sse` is the old HTTP+SSE transport; absent where the entry doesn't say. */
  readonly transport?: 'http' | 'sse';
}

const httpUrl = z.string({ error: 'an http or https URL' }).refine(isHttpUrl, { error: 'an http or https URL' });

// The value goes out as it is: what cannot stand in a header is found here, not at the first call.
const headerValue = z.string({ error: 'a string' }).regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
  error: 'a header value of one line, in Latin-1 characters',
});

/** An entry of `mcpServers`, as hosts have it. What it holds beyond this belongs to hosts and is let be. */
export const serverEntry = z
  .object(
    {
      command: setting(
        argument.refine((text) => text.trim() !== '', { error: 'the name or path of a program' }),
        {
          en: 'The program that is the server, for a server over stdio.',
          zh: '经 stdio 通信的服务器程序。',
        },
      ),
      args: setting(z.array(argument, { error: 'an array of strings' }), { en: 'Its arguments.', zh: '程序参数。' }),
      env: setting(z.record(z.string(), argument, { error: 'an object of strings' }), {
        en: 'Environment variables of the process.',
        zh: '进程的环境变量。',
      }),
      cwd: setting(argument, { en: 'The folder in which the process runs.', zh: '进程的工作目录。' }),
      type: setting(oneOf('stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'), {
        en: 'How the server is reached; told from `command` and `url` where absent.',
        zh: '连接方式；不设置时由 `command` 与 `url` 判断。',
      }),
      url: setting(httpUrl, { en: 'The address of a remote server.', zh: '远程服务器的地址。' }),
      headers: setting(z.record(z.string(), headerValue, { error: 'an object of strings' }), {
        en: 'HTTP headers sent with each request to it.',
        zh: '随每个请求发送的 HTTP 头。',
      }),
      disabled: setting(flag, { en: 'Leaves the server out.', zh: '不提供该服务器。', default: false }),
      enabled: setting(flag, {
        en: 'The same turned around, as some hosts write it.',
        zh: '含义相反，部分宿主如此书写。',
        default: true,
      }),
    },
    { error: 'an object with `command` or `url`' },
  )
  .transform((entry): ServerEntry => {
    if (entry.url !== undefined) {
      const transport = entry.type === undefined ? {} : ({ transport: entry.type === 'sse' ? 'sse' : 'http' } as const);
      return { kind: 'remote', url: entry.url, headers: entry.headers ?? {}, ...transport };
    }
    const { command = '', args = [], env = {}, cwd } = entry;
    return { kind: 'process', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
  });

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && /^https?:\/\//i.test(text);
}
