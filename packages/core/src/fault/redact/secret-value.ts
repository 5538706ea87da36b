import { looksLikeKey, type Secrecy } from './key-names.ts';
import { isSentenceElsewhere, startsElsewhere } from './languages.ts';
import { shortestKept } from './limits.ts';
import { unwrapText } from './readings.ts';
import { isValidationSentence } from './validation-sentence.ts';

/** Whether a value under a name of this secrecy is masked; `quoted` where it is written as nothing but a value is. */
export function isSecretValue(value: string, secrecy: Secrecy, quoted: boolean): boolean {
  if (secrecy === 'none' || value.trim() === '' || placeholder.test(value) || notSecret.test(value)) return false;
  return mayBeSecret(value, secrecy, quoted) && !isValidationSentence(value);
}

function mayBeSecret(value: string, secrecy: Secrecy, quoted: boolean): boolean {
  if (secrecy === 'probable' && quoted) return !result.test(value) && !isSentenceElsewhere(value);
  if (secrecy !== 'certain') return looksLikeKey(unwrapText(value)) && !isIdentifier(value);
  // Counts, ports and identifiers: `token: 5`. PINs of four digits are told apart by nothing.
  return quoted || !/^-?\d{1,3}(?:\.\d+)?$/.test(value);
}

/** The same of a value that somebody has set: what looks like a placeholder there is none, but for `${NAME}`. */
export function isSetSecret(value: string, secrecy: Secrecy): boolean {
  if (secrecy === 'none' || value.length < shortestKept || /^\$\{\w+\}$/.test(value)) return false;
  if (notSecret.test(value) || /^\d{1,3}$/.test(value) || file.test(value)) return false;
  return secrecy === 'likely' ? looksLikeKey(value) : secrecy === 'certain' || !result.test(value);
}

// Where credentials lie is no secret by itself.
const file = /^(?:~|[A-Za-z]:)?[\\/](?:[\w.@ -]+[\\/])+[\w.@ -]+\.[A-Za-z]\w{0,7}$/;

// What stands for a value, or was masked by somebody else. Passwords may begin with the same marks: what is no reference or
// word between two of them is shown to nobody.
const placeholder =
  /^(?:[*•·.xX…_-]{2,}|\$\{(?:env:)?[A-Za-z_][\w.]{0,80}\}|\$[A-Z]+(?:_[A-Z0-9]+)*|%[A-Z]+(?:_[A-Z0-9]+)*%|<[^<>\d]{0,60}>|\$?\{\{[^{}"'`]{0,60}\}\}|\[[A-Za-z_ -]{0,30}\]|\([A-Za-z_ -]{0,30}\)|%[sdv])$/;

// How tests passed.
const result = /^(?:\d+(?:[./]\d+)?%?|ok|all|passed|fail(?:ed)?)$/i;

const notSecret =
  /^(?:true|false|null|undefined|none|nil|nan|yes|no|on|off|string|number|boolean|object|array|integer|required|optional|missing|invalid|expired|empty|unset|unknown|redacted|masked|hidden|disabled|enabled|default|any|n\/a|function|Promise|strict|include|omit|same-origin|use-credentials)[,;.)\]}]*$/i;
// Words that a sentence about a value goes on with (`password: must be longer`).
const sentence =
  /^(?:must|should|shall|is|are|was|were|has|have|had|cannot|can|could|can't|couldn't|may|might|needs?|not|no|too|at|the|an?|this|that|it|please|expected|got|received|required|invalid|missing|incorrect|wrong|bad|expired|revoked|failed|failure|denied|rejected|refused|unknown|unexpected|unable|only|minimum|maximum|length|value|values|field|does|doesn't|did|didn't|string|number|boolean|for|from|in|of|on|to|with|see|via|without|and|or|if|when|use|using|set|provide|enter|check|contains?|mismatch|error|未|不|无|空(?![\u4e00-\u9fff])|必须|必填|错误|无效|缺少)(?![\w@-])/i;

/** Whether a value is in truth the beginning of a sentence about it. */
export function startsSentence(value: string): boolean {
  return ((sentence.test(value) || startsElsewhere(value)) && !/\d/.test(value)) || isValidationSentence(value);
}

/** Whether what looks like a key is what programs call their own things: `account_id2`, `refresh_token_v2`. */
export function isIdentifier(value: string): boolean {
  return /^[a-z]{2,16}\d{0,4}(?:_(?:[a-z]{2,16}\d{0,2}|\d{1,2}|v\d{1,2})){1,6}$/.test(value);
}

const machineRun = /^(?=.*\d)(?=.*[A-Za-z])(?:(?=.*[a-z])(?=.*[A-Z]).{8,}|.{16,})$/;

/** Whether a value is no word, name, path or number, so that nothing but the word in front of it need say what it is. */
export function isMachineMade(value: string): boolean {
  if (!/^[A-Za-z0-9][\w+/=.~-]*$/.test(value)) return false;
  return value.split(/[^A-Za-z0-9+/]+/).some((run) => machineRun.test(run));
}

/** Whether it is what people call a session or a hook: a word and a number, `weekly-12`. */
export function isNumbered(value: string): boolean {
  return /^[A-Za-z]?[a-z]{2,16}(?:-[a-z]{2,16}){0,3}(?:-\d{1,4}){1,3}$/.test(value);
}

/** Whether what looks like a key may be what somebody has called something: `aws_sigv4`. */
export function canBeName(value: string): boolean {
  const isMixed = value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  if (isMixed || value.replace(/\D/g, '').length > 5) return false;
  return /^[A-Za-z]*\d*(?:[_.-][A-Za-z]*\d*)*$/.test(value);
}
