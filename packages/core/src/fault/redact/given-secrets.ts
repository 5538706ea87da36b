import { secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { canBeName, isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

const sent = String.raw`(?:one[- ]time|verification|sign[- ]?in|log[- ]?in|2fa|mfa|recovery|reset)[ -](?:pass)?codes?|one[- ]time (?:pass(?:word)?|pin)|otp|passcode`;
// Programs have such of their own, too.
const perhapsSent = String.raw`(?:security|access|auth(?:entication|orization)?) code`;
const code = String.raw`(?:\d{4,8}|\d{3}[- ]\d{3})(?![\w-]|\.\d)`;
// Codes that are sent to somebody: `your one-time code is 482913`, `482913 is your code`.
const sentCodes: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:(?:${sent})(?: (?:is|was))?:?|${perhapsSent} (?:is|was):?) (${code})(?! (?:digits?|char|letters?|times|seconds|minutes)\b)`,
    'dgi',
  ),
  new RegExp(
    String.raw`(?<![\w.-])(${code}) (?:is|as) (?:your|the|an?) (?:[a-z]{1,16} )?(?:${sent}|${perhapsSent})\b`,
    'dgi',
  ),
  new RegExp(String.raw`(?:验证|校验|动态|授权|登录)码\s?(?:[是为：:]\s?)?(${code})(?!\s?[位个至到秒分次])`, 'dg'),
];

const givenWords =
  'tried|used?|uses|using|with|sen[dt]|sending|gave|got|entered|accepted|rejected|refused|set|supplied|provided';
const passwordWords = String.raw`(?:(pass(?:word|phrase|code|wd)|pwd)|secret|token|(?:api|access|encryption|signing|private|master)[ -]?key)(?=[.,;:!?)"'\`]|\s*$|\s(?:for|of|to|and|but|or|on|in|by|from|when|is|was|has)\b)`;
// `tried x as password`, `used "x" as the root password`.
const triedAs = new RegExp(
  String.raw`\b(?:${givenWords}) (["'\`]?)([^\s"'\`]{5,512})\1 as (?:(?:the|an?|its|my|your) )?(?:\w{1,20} )?${passwordWords}`,
  'dgi',
);

// `password reset to x`, `API key was changed from x to y`.
const setTo = new RegExp(
  String.raw`\b(?:(pass(?:word|phrase|code|wd)|pwd)|secret|token|(?:api|access|encryption|signing|private|master)[ -]?key)(?: for \S{1,64})?:? (?:(?:has|have) been |was |is |now )?(?:re)?(?:set|changed|updated|rotated)(?: from (["'\`]?)([^\s"'\`]{5,512})\2)? to (["'\`]?)([^\s"'\`]{5,512})\4`,
  'dgi',
);

// A user and a password behind one name: `login: bob/x`, `Zugangsdaten: bob / x`.
const login = String.raw`(login|log-?in|sign-?in)`;
const credentials =
  'credentials?|creds|(?:zugangs|anmelde)daten|identifiants|credenciales|credenciais|credenziali|inloggegevens|учетные данные|учётные данные';
const userWords = 'user(?:[ _]?name)?|login|account|e-?mail|benutzer(?:name)?|usuario|utilisateur|utente|usuário';
const both = String.raw`(?:${userWords}) ?/ ?(?:pass(?:word|wd)?|pwd?|passwort|kennwort|contraseña|mot de passe|senha)|(?:[账帐][号户]|用户名?)\s?[/和及]\s?密码`;
const userAndPassword = new RegExp(
  String.raw`(?<![\w-])(?:${login}|${credentials}|${both})\s?[:=：]\s?[\w.@+-]{1,64}( / |/)([^\s"'\`,;/<>]{5,512}?)(?=[.,;:!?]?(?:["'\`)\]}]|\s|$))`,
  'dgi',
);

/** What sentences tell of codes that were sent, of what was tried as a password or made one, and of a user and a password as a pair. */
export function findGivenSecrets(text: string): readonly Span[] {
  return [
    ...(/code|otp|one.time|码/i.test(text) ? sentCodes.flatMap((pattern) => found(text, pattern, 1)) : []),
    ...(text.includes(' as ')
      ? found(text, triedAs, 2, ([, quote = '', raw = '', word]) => isGiven(raw, quote !== '', word))
      : []),
    ...(/(?:set|changed|updated|rotated) (?:to|from) /i.test(text)
      ? [
          ...found(text, setTo, 3, ([, word, quote, raw]) => raw !== undefined && isGiven(raw, quote !== '', word)),
          ...found(text, setTo, 5, ([, word, , , quote, raw = '']) => isGiven(raw, quote !== '', word)),
        ]
      : []),
    ...(text.includes('/')
      ? found(text, userAndPassword, 3, ([, name, slash, raw = '']) => isOfPair(raw, name !== undefined, slash === '/'))
      : []),
  ];
}

function found(
  text: string,
  pattern: RegExp,
  group: number,
  isSecret: (match: RegExpExecArray) => boolean = () => true,
): Span[] {
  return [...matchesIn(text, pattern)].flatMap((match) => {
    const range = match.indices?.[group];
    return range === undefined || !isSecret(match) ? [] : [{ start: range[0], end: range[1] }];
  });
}

/** What is no password, but a token or a key, is taken for one only where it is long: parsers have such as well. */
function isGiven(raw: string, quoted: boolean, passwordWord: string | undefined): boolean {
  if (!isSecretValue(raw, 'certain', quoted) || secrecyOf(raw) !== 'none') return false;
  if (passwordWord === undefined && raw.length < 12) return false;
  return quoted ? /[^A-Za-z]/.test(raw) : hasDigits(raw) && !canBeName(raw);
}

/** Behind `login:` stand paths and counts as well. */
function isOfPair(raw: string, isLogin: boolean, isPath: boolean): boolean {
  if (!isSecretValue(raw, 'certain', true)) return false;
  if (!isLogin) return hasDigits(raw) || /[a-z][A-Z]|[^\w.-]/.test(raw);
  return hasDigits(raw) && !/\.\w{1,5}$/.test(raw) && !(isPath && canBeName(raw));
}

function hasDigits(raw: string): boolean {
  return /\d/.test(raw) && /[A-Za-z]/.test(raw);
}
