import { formatDuration, type Locale } from '@breakwater/core';

/** What the gateway itself says of servers, in both languages. */
export const sentences = {
  en: {
    starting: (server: string) => `Server '${server}' is still starting.`,
    startingAgain: (server: string, trouble: string) => `Server '${server}' is being started again. ${trouble}`,
    startTimedOut: (server: string, ms: number) =>
      `Server '${server}' did not get ready within ${formatDuration(ms, 'en')} (startTimeout).`,
    notUtf8: (server: string) =>
      `Server '${server}' has sent bytes that are not UTF-8; each U+FFFD stands for some of them.`,
    silent: (server: string) => `Server '${server}' answered neither a ping nor a list.`,
    wrongId: (server: string, id: string) =>
      `Server '${server}' sent an answer under the id ${id}, which no request has.`,
    versionUnknown: (server: string, version: string, known: readonly string[]) =>
      `Server '${server}' answered with protocol version '${version}', which is not known here (known: ${known.join(', ')}).`,
    refusing: (server: string) => `Server '${server}' has refused its last opening; the log says why.`,
    unlisted: (server: string) => `The tools of server '${server}' could not be listed; the log says why.`,
    listTooLate: (ms: number) => `There was no answer within ${formatDuration(ms, 'en')}.`,
    unknown: (kind: 'tool' | 'prompt', name: string) => `There is no ${kind} '${name}'.`,
    didYouMean: (name: string) => `Did you mean '${name}'?`,
    partialList: (method: string, servers: readonly string[]) =>
      `This list is not whole: a part of ${method} could not be read from ${servers.map((server) => `'${server}'`).join(', ')}.`,
    staleList: (method: string, servers: readonly string[]) =>
      `This list may be out of date: ${method} could not be read anew from ${servers.map((server) => `'${server}'`).join(', ')}.`,
    withStderr: (sentence: string, tail: string) => `${sentence} Its last words on stderr: ${tail}`,
  },
  zh: {
    starting: (server: string) => `服务器“${server}”仍在启动。`,
    startingAgain: (server: string, trouble: string) => `服务器“${server}”正在重新启动。${trouble}`,
    startTimedOut: (server: string, ms: number) =>
      `服务器“${server}”未能在 ${formatDuration(ms, 'zh')}内就绪（startTimeout）。`,
    notUtf8: (server: string) => `服务器“${server}”发送了不是 UTF-8 的字节，其位置以 U+FFFD 代替。`,
    silent: (server: string) => `服务器“${server}”对 ping 和列表请求均无回应。`,
    wrongId: (server: string, id: string) => `服务器“${server}”发来的回应的 id 是 ${id}，没有任何请求使用它。`,
    versionUnknown: (server: string, version: string, known: readonly string[]) =>
      `服务器“${server}”回应的协议版本“${version}”不受支持（支持：${known.join('、')}）。`,
    refusing: (server: string) => `服务器“${server}”拒绝了最近一次会话的建立；原因见日志。`,
    unlisted: (server: string) => `无法列出服务器“${server}”的工具；原因见日志。`,
    listTooLate: (ms: number) => `在${formatDuration(ms, 'zh')}内没有回应。`,
    unknown: (kind: 'tool' | 'prompt', name: string) => `没有名为“${name}”的${kind === 'tool' ? '工具' : '提示'}。`,
    didYouMean: (name: string) => `是否想用“${name}”？`,
    partialList: (method: string, servers: readonly string[]) =>
      `此列表不完整：未能从${servers.map((server) => `“${server}”`).join('、')}读取 ${method} 的一部分。`,
    staleList: (method: string, servers: readonly string[]) =>
      `此列表可能已过时：未能从${servers.map((server) => `“${server}”`).join('、')}重新读取 ${method}。`,
    withStderr: (sentence: string, tail: string) => `${sentence}它在 stderr 上的最后输出：${tail}`,
  },
} as const satisfies Record<Locale, Record<string, (...args: never[]) => string>>;
