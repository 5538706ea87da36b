import type { Locale } from '../locale/locale.ts';

/** The sentences that stand for what a peer may not read. */
export interface Phrases {
  /** Instead of any statement on which credential towards a third party failed. */
  readonly signInFailed: string;
  /** Instead of what a database's driver says. */
  readonly database: Readonly<Record<DatabaseTrouble, string>>;
}

/** What a caller can use of a database's error. */
export type DatabaseTrouble =
  | 'duplicate'
  | 'reference'
  | 'required'
  | 'rule'
  | 'value'
  | 'query'
  | 'conflict'
  | 'timeout'
  | 'busy'
  | 'unreachable'
  | 'readOnly'
  | 'full'
  | 'other';

const en: Phrases = {
  signInFailed: 'The server could not sign in to a service that it needs.',
  database: {
    duplicate: 'A record with the same key exists already.',
    reference: 'A record that this one refers to does not exist, or is still in use.',
    required: 'A required value is missing.',
    rule: 'A value breaks a rule of the database.',
    value: 'The database did not accept a value.',
    query: 'The database did not accept the query.',
    conflict: 'The database stopped the change because of another one at the same time.',
    timeout: 'The database did not finish in time.',
    busy: 'The database has no free connection.',
    unreachable: 'The database could not be reached.',
    readOnly: 'The database accepts no changes now.',
    full: 'The database has no space left.',
    other: 'The database reported an error.',
  },
};

const zh: Phrases = {
  signInFailed: '服务器无法登录其所需的某个服务。',
  database: {
    duplicate: '已存在具有相同键的记录。',
    reference: '引用的记录不存在，或仍在使用中。',
    required: '缺少必填的值。',
    rule: '某个值违反了数据库的规则。',
    value: '数据库不接受某个值。',
    query: '数据库不接受该查询。',
    conflict: '由于同时发生的另一项更改，数据库中止了本次更改。',
    timeout: '数据库未能及时完成。',
    busy: '数据库没有空闲连接。',
    unreachable: '无法连接数据库。',
    readOnly: '数据库目前不接受更改。',
    full: '数据库空间不足。',
    other: '数据库报告了错误。',
  },
};

const phrases: Readonly<Record<Locale, Phrases>> = { en, zh };

/** The sentences in a language. */
export function phrasesOf(locale: Locale): Phrases {
  return phrases[locale];
}
