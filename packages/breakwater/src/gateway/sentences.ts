import { formatDuration, type Locale } from '@breakwater/core';

/** What the gateway itself says of servers, in both languages. */
export const sentences = {
  en: {
    starting: (server: string) => `Server '${server}' is still starting.`,
    startTimedOut: (server: string, ms: number) => `Server '${server}' did not get ready within ${formatDuration(ms)} (startTimeout).`,
    notRunning: (server: string) => `Server '${server}' is not running.`,
    unknown: (kind: 'tool' | 'prompt', name: string) => `There is no ${kind} '${name}'.`,
    didYouMean: (name: string) => `Did you mean '${name}'?`,
    withStderr: (sentence: string, tail: string) => `${sentence} Its last words on stderr: ${tail}`,
  },
  zh: {
    starting: (server: string) => `服务器“${server}”仍在启动。`,
    startTimedOut: (server: string, ms: number) => `服务器“${server}”未能在 ${formatDuration(ms)} 内就绪（startTimeout）。`,
    notRunning: (server: string) => `服务器“${server}”没有运行。`,
    unknown: (kind: 'tool' | 'prompt', name: string) => `没有名为“${name}”的${kind === 'tool' ? '工具' : '提示'}。`,
    didYouMean: (name: string) => `是否想用“${name}”？`,
    withStderr: (sentence: string, tail: string) => `${sentence} 它在 stderr 上的最后输出：${tail}`,
  },
} as const satisfies Record<Locale, Record<string, (...args: never[]) => string>>;
