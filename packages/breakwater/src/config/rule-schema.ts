import { constants } from 'node:buffer';

import { z } from 'zod';

import { builtIn } from './built-in.ts';
import { setting } from './described.ts';
import { writeDuration } from './duration.ts';
import { duration, flag, integer, line, milliseconds, oneOf, optionalDuration } from './values.ts';

/** Settings of time that exist twice: with a unit, and as a number under the same name with `Ms`. */
export const timings = ['deadline', 'timeout', 'idleTimeout', 'connectTimeout', 'startTimeout'] as const;

function inMilliseconds(key: string) {
  return setting(milliseconds, { en: `\`${key}\` as a number of milliseconds.`, zh: `以毫秒数表示的 \`${key}\`。` });
}

/** What can be said under `retry`, at each level. */
export const retryRules = z.strictObject(
  {
    maxAttempts: setting(integer(1, 100), {
      en: 'Attempts in all, the first one included, of a call that is not a read. Only what is known to be harmless is ever repeated; 1 turns repeats off.',
      zh: '非只读调用的总尝试次数，含首次。只有确知无害的调用才会重复；设为 1 则从不重复。',
      default: builtIn.maxAttempts,
    }),
    maxAttemptsRead: setting(integer(1, 100), {
      en: 'The same for a call that only reads.',
      zh: '只读调用的总尝试次数，含首次。',
      default: builtIn.maxAttemptsRead,
    }),
    baseMs: setting(milliseconds, {
      en: 'The wait before the second attempt is drawn from 0 to this many milliseconds; doubled for each further attempt.',
      zh: '第二次尝试前的等待时间从 0 到该毫秒数之间随机抽取；此后每次尝试翻倍。',
      default: builtIn.baseMs,
    }),
    limitBaseMs: setting(milliseconds, {
      en: 'The same after a rate limit or an overload that named no time of its own.',
      zh: '遇到限流或过载且对方未给出等待时间时的同一数值。',
      default: builtIn.limitBaseMs,
    }),
    capMs: setting(milliseconds, {
      en: 'No wait is drawn from a range beyond this many milliseconds.',
      zh: '随机等待范围的上限（毫秒）。',
      default: builtIn.capMs,
    }),
  },
  { error: 'an object' },
);

const callRules = {
  deadline: setting(duration, {
    en: 'The longest that a whole call may take, waits and repeats included.',
    zh: '整个调用的最长时间，含等待与重试。',
    default: writeDuration(builtIn.deadlineMs),
  }),
  deadlineMs: inMilliseconds('deadline'),
  timeout: setting(optionalDuration, {
    en: 'The longest that one attempt may take, counted from its dispatch. `none` lifts a limit that a more general rule sets. Absent: no limit but the deadline.',
    zh: '单次尝试自发出起的最长时间。`none` 取消上级规则设定的限制。不设置时只受 deadline 限制。',
  }),
  timeoutMs: inMilliseconds('timeout'),
  idleTimeout: setting(optionalDuration, {
    en: 'The longest silence after the dispatch; progress or any other sign of life for the call begins it anew. `none` lifts it. Absent: no limit.',
    zh: '发出后允许的最长静默时间；进度通知或该调用的任何动静都会重新计时。`none` 取消限制。不设置则无限制。',
  }),
  idleTimeoutMs: inMilliseconds('idleTimeout'),
  retry: setting(retryRules, {
    en: 'How often and after which wait a harmless call is repeated.',
    zh: '无害调用的重试次数与等待时间。',
  }),
  safety: setting(oneOf('read', 'idempotent', 'keyed', 'unsafe'), {
    en: 'Whether a call may be sent again when nobody knows what became of it: `read` changes nothing, `idempotent` does the same twice as once, `keyed` is safe with the key in `keyArgument`, `unsafe` is never repeated. Absent: what `trustAnnotations` allows, else `unsafe`.',
    zh: '结果不明时是否可以再次发送：`read` 不改变任何东西，`idempotent` 执行两次与一次相同，`keyed` 凭 `keyArgument` 中的键可安全重复，`unsafe` 绝不重复。不设置时由 `trustAnnotations` 决定，否则为 `unsafe`。',
  }),
  keyArgument: setting(line, {
    en: 'The argument that carries the idempotency key of a write; a call that has it is `keyed`.',
    zh: '携带写操作幂等键的参数名；带有该参数的调用视为 `keyed`。',
  }),
  errors: setting(oneOf('result', 'protocol'), {
    en: 'How a failed tool call is told to the host: `result` as a result with `isError`, which models see, `protocol` as a JSON-RPC error.',
    zh: '如何把失败的工具调用告诉宿主：`result` 为带 `isError` 的结果（模型可见），`protocol` 为 JSON-RPC 错误。',
    default: builtIn.errors,
  }),
  redact: setting(oneOf('strict', 'secrets'), {
    en: 'What is masked in errors: `strict` masks secrets and internals such as stacks, paths and addresses; `secrets` masks secrets only, for tools whose answer is a stack or a path.',
    zh: '错误中遮蔽的内容：`strict` 遮蔽机密以及堆栈、路径、地址等内部信息；`secrets` 只遮蔽机密，用于答案本身就是堆栈或路径的工具。',
    default: builtIn.redact,
  }),
  locale: setting(oneOf('en', 'zh'), { en: 'The language of messages.', zh: '消息的语言。', default: builtIn.locale }),
  onDisconnect: setting(oneOf('continue', 'cancel'), {
    en: 'What becomes of a running call on the legacy wire when its host disconnects.',
    zh: '旧版协议下宿主断开连接时，运行中的调用如何处理：继续或取消。',
    default: builtIn.onDisconnect,
  }),
};

const connectionRules = {
  connectTimeout: setting(duration, {
    en: 'The longest that connecting to a remote server may take.',
    zh: '连接远程服务器的最长时间。',
    default: writeDuration(builtIn.connectTimeoutMs),
  }),
  connectTimeoutMs: inMilliseconds('connectTimeout'),
  startTimeout: setting(duration, {
    en: 'The longest from the start of a server process to its first answer.',
    zh: '从启动服务器进程到其首次应答的最长时间。',
    default: writeDuration(builtIn.startTimeoutMs),
  }),
  startTimeoutMs: inMilliseconds('startTimeout'),
  maxMessageBytes: setting(integer(1_024, constants.MAX_STRING_LENGTH), {
    en: "The largest message that is accepted from the server, and from hosts for it, in bytes. On `/mcp` hosts may send what the most generous of the servers' rules allows.",
    zh: '可接受的来自服务器以及宿主发往该服务器的最大消息，单位为字节。在 `/mcp` 上，宿主发来的消息以各服务器规则中最宽的为准。',
    default: builtIn.maxMessageBytes,
  }),
};

/** What can be said under `defaults`: the rules of every call and every server. */
export const defaultRules = z.strictObject({ ...callRules, ...connectionRules }, { error: 'an object' });

/** What can be said under `servers.NAME`: the rules of its calls and of its connection, and how far it is trusted. */
export const serverRules = z.strictObject(
  {
    trusted: setting(flag, {
      en: 'Whether what the server says in `dev.breakwater/*` is believed and passed on.',
      zh: '是否相信并转发该服务器在 `dev.breakwater/*` 中的说明。',
      default: builtIn.trusted,
    }),
    trustAnnotations: setting(oneOf('read', 'all', 'none'), {
      en: 'Which annotations of its tools decide about repeats: `read` believes `readOnlyHint`, `all` also `idempotentHint`, `none` nothing.',
      zh: '其工具的哪些注解可决定重试：`read` 相信 `readOnlyHint`，`all` 还相信 `idempotentHint`，`none` 都不相信。',
      default: builtIn.trustAnnotations,
    }),
    share: setting(oneOf('session', 'all'), {
      en: 'Whether a server process on the legacy wire belongs to one host session or serves all of them.',
      zh: '旧版协议的服务器进程属于单个宿主会话，还是由所有会话共用。',
      default: builtIn.share,
    }),
    ...callRules,
    ...connectionRules,
  },
  { error: 'an object' },
);

/** What can be said under `tools["SERVER/TOOL"]`: the rules of its calls. */
export const toolRules = z.strictObject({ ...callRules }, { error: 'an object' });

/** The rules under `defaults`. */
export type DefaultRules = z.output<typeof defaultRules>;
/** The rules under `servers.NAME`. */
export type ServerRules = z.output<typeof serverRules>;
/** The rules under `tools["SERVER/TOOL"]`. */
export type ToolRules = z.output<typeof toolRules>;
