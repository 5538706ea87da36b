import { isValidationElsewhere } from './validation-elsewhere.ts';

/**
 * Whether a text is what validators say of a field (`is too short (minimum is 8 characters)`, `too_short`), and not the
 * field's value: each of its words is one of theirs. A phrase that somebody has chosen holds others.
 */
export function isValidationSentence(text: string): boolean {
  if (text.length > longest) return false;
  if (/[\u3040-\u30ff\uac00-\ud7a3]/.test(text)) return isValidationElsewhere(text);
  if (/[\u4e00-\u9fff]/.test(text)) return chineseVerdict.test(text) && text.replace(chinese, '') === '';
  if (!text.includes(' ')) return code.test(text);
  return isEnglish(text) || isValidationElsewhere(text);
}

function isEnglish(text: string): boolean {
  const words = plain(text).match(/[^\s.,:;!?()"'`/[\]]+(?:'t\b)?/g) ?? [];
  // What was expected, or came instead, may be the value itself; so may be numbers in a row.
  if (/(?<![\w<>=])\d/.test(text) && /expect|receiv|\bgot\b|found|correct|match|\d[\s,]+\d/i.test(text)) return false;
  return words.every(isKnown) && words.some((word) => verdicts.has(word)) && words.filter(isWord).length > 1;
}

const longest = 300;

/** In lower case, with nothing but blanks between the words of a name (`access_token`). */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(/\\(?=["'])/g, '')
    .replace(/(?<=[a-z])[_-](?=[a-z])/g, ' ');
}

function isKnown(word: string): boolean {
  return verdicts.has(word) || others.has(word) || /^(?:[aisz-]|\d{1,3}|[<>]=?\d{0,4})$/.test(word);
}

function isWord(word: string): boolean {
  return /^[a-z]{2}/.test(word);
}

// Without blanks a text may well be what somebody has made of such words: only what validators have as a code. Those
// that are masked nowhere (`required`, `invalid`) are known elsewhere.
const code =
  /^(?:(?:password|token|secret|key|pin|string|value|any|field)[._])?(?:too[._](?:short|long|small|big|weak|common|similar)|(?:invalid|incorrect|missing|required|expired)[._](?:password|token|secret|key|type|string|format|length|value|field)|(?:blank|taken|mismatch|missing|required|expired|invalid|empty)[.!]?)$/i;

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s*,\s*/));
}

// One of these is needed: what is wrong, or what ought to be.
const verdicts = setOf(
  "must, should, shall, cannot, can't, couldn't, may, needs, need, requires, required, require, too, numeric, alphanumeric, invalid, incorrect, missing, blank, empty, null, undefined, minimum, maximum, least, expired, revoked, malformed, unknown, unexpected, expected, mismatch, match, contain, contains, include, includes, failed, appeared, doesn't, isn't, wasn't, don't, didn't",
);

// What else such sentences are made of, the names of the fields that they are about included.
const others = setOf(
  'is, are, was, were, be, been, has, have, had, can, could, do, does, did, will, not, no, non, only, also, at, by, for, from, in, of, on, to, with, without, than, and, or, but, if, when, the, this, that, these, it, its, an, your, you, both, one, two, three, all, any, each, more, less, fewer, greater, equal, exactly, between, up, short, long, small, big, weak, common, similar, longer, shorter, most, min, max, entirely, enough, already, allowed, valid, confirmed, confirm, given, provided, supplied, set, received, got, found, used, reused, use, using, please, enter, provide, specify, choose, try, again, different, same, as, strong, secure, well, formed, field, fields, value, values, input, inputs, property, properties, path, attribute, attributes, parameter, parameters, argument, arguments, type, types, format, formatted, pattern, length, size, character, characters, char, chars, letter, letters, digit, digits, number, numbers, symbol, symbols, special, uppercase, lowercase, upper, lower, case, cased, space, spaces, whitespace, byte, bytes, string, strings, text, boolean, integer, object, array, data, leak, breach, time, minutes, hours, days, new, old, current, previous, user, username, name, email, account, api, access, refresh, auth, authentication, client, secret, secrets, key, keys, apikey, token, tokens, accesstoken, password, passwords, passwd, passphrase, passcode, pin, credential, credentials, confirmation, ascii, hex, base64, uuid, jwt, encoded',
);

const chinese =
  /用户名?|账号|帐号|邮箱|密码|口令|令牌|密钥|秘钥|字段|参数|输入|确认|长度|格式|字符|字母|数字|大小写|大写|小写|特殊|符号|汉字|之间|以上|以下|以内|过期|失效|使用|吊销|撤销|泄露|必须|必填|不能|不得|不可|允许|没有|需要?|包含|含有|填写?|设置|提供|正确|错误|有误|无效|有效|合法|符合|匹配|一致|存在|缺少|缺失|简单|至少|至多|最多|最少|最大|最小|大于|小于|等于|超过|少于|多于|要求|规则|重新|登录|两次|常见|相同|类似|[新旧原的该此您请值位个为是在到至和或与及已被不未应空足够短长过太弱]|(?<!\d)\d{1,3}(?!\d)|[，。、；！：（）(),.!~～\s-]/g;
const chineseVerdict =
  /必须|不能|不得|不可|不允许|不足|不正确|不匹配|不一致|不合法|不符合|不存在|应为|需要|为空|必填|已过期|已失效|已被|未填|未设置|未提供|无效|有误|错误|缺少|缺失|过短|过长|太短|太长|至少|至多|最多|最少/;
