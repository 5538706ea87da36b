import type { Call } from '../call.ts';
import type { SettingLevel, TimeLimit } from '../plan.ts';

const settingNames = {
  en: {
    tool: 'set for this tool',
    server: 'set for this server',
    defaults: 'set under defaults',
    'built-in': 'the default',
  },
  zh: {
    tool: '由该工具的配置设定',
    server: '由该服务器的配置设定',
    defaults: '由 defaults 设定',
    'built-in': '默认值',
  },
} as const satisfies Record<string, Record<SettingLevel, string>>;

const hints = {
  en: {
    suspected: (said: string) => `The server reported an unattributed error meanwhile: ${said}`,
    beyondAscii:
      'If only calls with characters beyond ASCII end like this, the server does not read its input as UTF-8.',
  },
  zh: {
    suspected: (said: string) => `服务器报告过一个未注明所属请求的错误：${said}`,
    beyondAscii: '如果只有包含非 ASCII 字符的调用会这样，说明服务器没有按 UTF-8 读取输入。',
  },
} as const;

/** What may have to do with a call's end in a time limit. */
export interface TimeoutSigns {
  /** What the server has said meanwhile about a request that it didn't name. */
  readonly suspected?: string | undefined;
  /** Whether the server has got arguments beyond ASCII and given no sign that it could read them. */
  readonly beyondAscii?: boolean;
}

/** Says which limit ended a call, how long it is and who set it, and what may be behind it. */
export function describeTimeout(
  name: 'deadline' | 'timeout' | 'idleTimeout',
  limit: TimeLimit,
  call: Call,
  signs: TimeoutSigns = {},
): string {
  const { suspected, beyondAscii = false } = signs;
  const words = hints[call.plan.locale];
  const said = suspected === undefined ? [] : [words.suspected(suspected)];
  return [describeLimit(name, limit, call), ...said, ...(beyondAscii ? [words.beyondAscii] : [])].join(' ');
}

function describeLimit(name: 'deadline' | 'timeout' | 'idleTimeout', limit: TimeLimit, call: Call): string {
  const { target, plan } = call;
  const what = target.kind === 'method' ? target.name : `'${target.name}'`;
  const length = formatDuration(limit.ms);
  const setting = `${name}, ${settingNames[plan.locale][limit.setBy]}`;
  if (plan.locale === 'zh')
    return name === 'idleTimeout'
      ? `服务器“${target.server}”的 ${what} 已有 ${length} 没有任何动静（${setting}）。`
      : `服务器“${target.server}”的 ${what} 未在 ${length} 内回应（${setting}）。`;
  return name === 'idleTimeout'
    ? `${what} on server '${target.server}' gave no sign of life for ${length} (${setting}).`
    : `${what} on server '${target.server}' did not answer within ${length} (${setting}).`;
}

/** Writes a length of time for people: `250 ms`, `2 s`, `1.5 s`, `10 min`, `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 7_200_000) return `${Number((ms / 60_000).toFixed(1))} min`;
  return `${Number((ms / 3_600_000).toFixed(1))} h`;
}
