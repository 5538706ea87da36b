import type { Call } from '../call.ts';
import type { Locale } from '../fault/locale/locale.ts';
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
    beyondAscii: 'If only calls with characters beyond ASCII end like this, the server does not use UTF-8 throughout.',
  },
  zh: {
    suspected: (said: string) => `服务器报告过一个未注明所属请求的错误：${said}`,
    beyondAscii: '如果只有包含非 ASCII 字符的调用会这样，说明服务器没有全程使用 UTF-8。',
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
  const sentences = [describeLimit(name, limit, call), ...said, ...(beyondAscii ? [words.beyondAscii] : [])];
  return sentences.join(call.plan.locale === 'zh' ? '' : ' ');
}

function describeLimit(name: 'deadline' | 'timeout' | 'idleTimeout', limit: TimeLimit, call: Call): string {
  const { target, plan } = call;
  const { locale } = plan;
  const length = formatDuration(limit.ms, locale);
  const setting = settingNames[locale][limit.setBy];
  if (locale === 'zh') {
    const what = `服务器“${target.server}”的${target.kind === 'method' ? ` ${target.name} ` : `“${target.name}”`}`;
    return name === 'idleTimeout'
      ? `${what}已有 ${length}没有任何动静（${name}，${setting}）。`
      : `${what}未在 ${length}内回应（${name}，${setting}）。`;
  }
  const what = target.kind === 'method' ? target.name : `'${target.name}'`;
  return name === 'idleTimeout'
    ? `${what} on server '${target.server}' gave no sign of life for ${length} (${name}, ${setting}).`
    : `${what} on server '${target.server}' did not answer within ${length} (${name}, ${setting}).`;
}

const unitNames = {
  en: { ms: 'ms', s: 's', min: 'min', h: 'h' },
  zh: { ms: '毫秒', s: '秒', min: '分钟', h: '小时' },
} as const satisfies Record<Locale, unknown>;

/** Writes a length of time for people: `250 ms`, `2 s`, `1.5 s`, `10 min`, `2 h`. */
export function formatDuration(ms: number, locale: Locale): string {
  const units = unitNames[locale];
  if (ms < 1_000) return `${Math.round(ms)} ${units.ms}`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} ${units.s}`;
  if (ms < 7_200_000) return `${Number((ms / 60_000).toFixed(1))} ${units.min}`;
  return `${Number((ms / 3_600_000).toFixed(1))} ${units.h}`;
}
