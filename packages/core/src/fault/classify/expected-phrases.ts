import type { Locale } from '../locale/locale.ts';

/** How what was wanted of an argument is said in one language; every phrase stands behind "must be". */
export interface ExpectedPhrases {
  readonly absent: string;
  oneOf(values: readonly string[]): string;
  /** Of types. */
  either(types: readonly string[]): string;
  /** @param unit What is counted; the value itself is compared where it is absent. */
  bound(sign: string, limit: string, unit: 'characters' | 'items' | undefined): string;
  matching(pattern: string | undefined): string;
  multipleOf(step: number | undefined): string;
  together(fields: readonly string[]): string;
  /** Formats that have a name in words. */
  readonly formats: Readonly<Record<'duration' | 'email' | 'hostname' | 'ipv4' | 'ipv6', string>>;
}

const en: ExpectedPhrases = {
  absent: 'absent',
  oneOf: (values) => `one of ${values.join(', ')}`,
  either: (types) => types.join(' or '),
  bound: (sign, limit, unit) => `${sign} ${limit}${unit === undefined ? '' : ` ${unit}`}`,
  matching: (pattern = 'the pattern') => `text that matches ${pattern}`,
  multipleOf: (step) => `a multiple of ${step ?? 'the step'}`,
  together: (fields) => `${fields.join(', ')} together`,
  formats: {
    duration: 'ISO 8601 duration',
    email: 'email address',
    hostname: 'host name',
    ipv4: 'IPv4 address',
    ipv6: 'IPv6 address',
  },
};

const compared: Readonly<Record<string, string>> = { '>=': '不小于', '<=': '不大于', '>': '大于', '<': '小于' };
const counted: Readonly<Record<string, string>> = { '>=': '至少', '<=': '至多', '>': '多于', '<': '少于' };
const units = { characters: '个字符', items: '项' } as const;

const zh: ExpectedPhrases = {
  absent: '未提供',
  oneOf: (values) => `${values.join('、')} 之一`,
  either: (types) => types.join(' 或 '),
  bound: (sign, limit, unit) =>
    unit === undefined ? `${compared[sign] ?? sign} ${limit}` : `${counted[sign] ?? sign} ${limit} ${units[unit]}`,
  matching: (pattern) => (pattern === undefined ? '符合规定格式的文本' : `匹配 ${pattern} 的文本`),
  multipleOf: (step) => (step === undefined ? '步长的整数倍' : `${step} 的整数倍`),
  together: (fields) => `${fields.join('、')} 同时提供`,
  formats: {
    duration: 'ISO 8601 时长',
    email: '电子邮件地址',
    hostname: '主机名',
    ipv4: 'IPv4 地址',
    ipv6: 'IPv6 地址',
  },
};

const phrases: Readonly<Record<Locale, ExpectedPhrases>> = { en, zh };

/** The phrases of a language. */
export function expectedPhrases(locale: Locale = 'en'): ExpectedPhrases {
  return phrases[locale];
}
