import { assignedValues } from './assigned-value.ts';
import { secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { isFileName } from './paths.ts';
import { canBeName, isSecretValue, startsSentence } from './secret-value.ts';
import type { Span } from './span.ts';

const longest = 1_024;

const string = String.raw`["'][^"'\n]{0,200}["']`;

/** What each of these ways has. */
const mayHold =
  /:\*:|user |:\d{1,5}:|setx|setenv|set -|configure|poetry|ENV|ARG|put|set[ (]|add |Variable|pass|auth|bindpw|rootpw|LOGIN|PASS |-U|7z|net user|rabbitmqctl|Secure|Unseal|CREDENTIALS|_bind_s|UGFzc3dvcmQ6|Credential|mysql|Connection\(|Sequelize|cargo|vault login|secret|composer|WIFI:/i;

// Behind each of these stands a password, whatever it looks like; what it has in any case is found far sooner.
const beforePassword: readonly (readonly [RegExp, RegExp])[] = [
  // Directives of Redis and LDAP.
  [
    /requirepass|masterauth|bindpw|rootpw|authtok/,
    /(?<![\w-])(?:requirepass|masterauth|bindpw|rootpw|ldap_default_authtok)\s{1,8}(?=[^\s=:])/g,
  ],
  [/user /, /(?<![\w-])user \S{1,64} on (?:[~&+-]\S{1,64} ){0,4}>(?=\S)/g],
  // What mail and file servers are told.
  [
    /AUTH /,
    /(?<![\w-])AUTH (?:PLAIN|LOGIN|XOAUTH2) (?=[A-Za-z0-9+/]{7,}(?:[0-9=]|[a-z][A-Z])[A-Za-z0-9+/]*={0,2}(?:[\s"'\\]|$))/g,
  ],
  [/UGFzc3dvcmQ6/, /\b334 UGFzc3dvcmQ6\s{0,4}\n[ \t]{0,8}(?:(?:C:|-*>|→) ?)?(?=\S)/g],
  [/ LOGIN /, /(?<![\w-])[A-Za-z]{0,2}\d{1,6} LOGIN \S{1,128} (?=\S)/g],
  [
    /PASS /,
    /(?:\bUSER [^\n]{1,128}\n(?:[^\n]{0,200}\n)?[ \t]{0,8}(?:(?:C:|-*>) ?)?|(?:^|["'`:])[ \t]{0,8}(?:C:|-*>) ?)PASS (?=\S)/gm,
  ],
  // Commands.
  [/ -U /, /\b(?:smbclient|rpcclient|winexe|wmiexec)\b[^\n]{0,200}? -U ?["']?[^\s%"']{1,64}%(?=\S)/g],
  [/ -p/, /\b7za? [a-z]\b[^\n]{0,100}? -p(?=[^\s])/g],
  [/net user /i, /\bnet user \S{1,64} (?=[^\s/])/gi],
  [/chpasswd/, /\becho ["']?[^\s:"']{1,64}:(?=[^\s"']{1,128}["']?\s?\|\s?(?:sudo )?chpasswd)/g],
  [/rabbitmqctl /, /\brabbitmqctl (?:add_user|change_password) \S{1,64} (?=\S)/g],
  [/cargo login/, /\bcargo login (?=\S{20})/g],
  [
    /vault login/,
    /\bvault login (?:-[\w=.-]{1,64} ){0,4}(?=[^\s'"`=]{8})(?=[^\s]{0,64}\d|\w{1,32}(?:[-.]\w{1,32}){2,8}(?:["'`]|\s{0,4}$))/gm,
  ],
  [/keyvault secret set/, /\bkeyvault secret set\b[^\n]{0,200}? --value[ =](?=[^\s-])/g],
  [/secretsmanager /, /\bsecretsmanager \w[\w-]{1,40}\b[^\n]{0,200}? --secret-string[ =](?=[^\s-])/g],
  [/create secret generic/, /\bcreate secret generic\b[^\n]{0,200}? --from-literal[ =]["']?[\w.-]{1,64}=(?=\S)/g],
  [
    /http-basic/,
    /\b(?:composer|poetry) config (?:-{1,2}[\w-]{1,32} ){0,4}["']?http-basic\.\S{1,128} \S{1,64} (?=[^\s-])/g,
  ],
  [
    /composer config/,
    /\bcomposer config (?:-{1,2}[\w-]{1,32} ){0,4}["']?(?:(?:github|bitbucket)-oauth|gitlab-(?:oauth|token)|bearer)\.\S{1,128} (?=\S{8})/g,
  ],
  [/ConvertTo-SecureString/i, /\bConvertTo-SecureString (?:-String )?(?=["'])/gi],
  [/Unseal Key/, /\bUnseal Key \d{1,2}: (?=\S{20})/g],
  [/CREDENTIALS/, /\bCREDENTIALS\s{1,4}\S{1,64}\s{1,4}\S{1,40}\s{1,4}(?=[A-Za-z0-9/+]{40}(?:\s|$))/g],
  // Calls, as traces show them with their arguments.
  [
    /Auth|auth[=(]|bind_s|Credential/,
    new RegExp(
      String.raw`\b(?:HTTP(?:Basic|Digest|Proxy)Auth|simple_bind_s|(?:Set)?BasicAuth|basic_auth|auth=|NetworkCredential|UsernamePasswordCredentials)\(\s{0,4}${string},\s{0,4}(?=["'])`,
      'g',
    ),
  ],
  [
    /mysql|getConnection|Sequelize/,
    new RegExp(
      String.raw`\b(?:mysqli(?:->__construct|->real_connect|(?:_real)?_connect)|mysql_connect|DriverManager\.getConnection|new Sequelize)\(\s{0,4}${string},\s{0,4}${string},\s{0,4}(?=["'])`,
      'g',
    ),
  ],
];

// A password file's line: host:port:database:user:password.
const pgpass =
  /(?<![\w.:/*-])([\w*.-]{1,253}):(?:\d{1,5}|\*):(?!\d+:|[\da-f]{1,4}:[\da-f]{1,4}:)[\w*-]{1,63}:[\w*.@-]{1,63}:(?=[^\s:])/g;
const redis = /(?<![\w-])AUTH (?:[a-z_]\w{0,30} )?(?=\S{8})/g;
// What sets a variable or a secret, its name, and what leads to the value.
const setting =
  /(?<![\w-])(?:setx|setenv|set -[a-zA-Z]{1,4}|ENV|ARG|putenv|(?:(?:user-)?secrets?|variables?|env|config|configure)[ :](?:set|put|add)|poetry config|SetEnvironmentVariable|setProperty)[ (]{1,4}["']?([\w.:-]{1,96})["']?(?:\s{0,4},\s{0,4}|\s{1,4}(?:--(?:body|value)[ =]|-[bv] ?|<<< ?)?)(?=[^\s=])/g;

// What a code for a phone says of a network.
const wifi = /\bWIFI:(?:[A-Z]:(?:\\.|[^;\\\n]){0,128};){0,6}P:((?:\\.|[^;\\\n]){1,128});/dg;

/** What commands, protocols and calls are told without a name beside it, or as a name and a value. */
export function findCommandSecrets(text: string): readonly Span[] {
  if (!mayHold.test(text)) return [];
  return [
    ...beforePassword.flatMap(([gate, pattern]) =>
      gate.test(text) ? [...matchesIn(text, pattern)].flatMap((match) => valuesBehind(text, match)) : [],
    ),
    ...(/:(?:\d{1,5}|\*):[\w*-]/.test(text) ? [...matchesIn(text, pgpass)] : []).flatMap((match) =>
      isFileName(match[1] ?? '') ? [] : valuesBehind(text, match, (raw) => /\d|[a-z][A-Z]/.test(raw) && raw.length > 5),
    ),
    ...[...matchesIn(text, wifi)].flatMap(({ indices, 1: password = '' }) => {
      const range = indices?.[1];
      return range === undefined || password === '[redacted]' ? [] : [{ start: range[0], end: range[1] }];
    }),
    ...[...matchesIn(text, redis)].flatMap((match) => valuesBehind(text, match, isKey)),
    ...[...matchesIn(text, setting)].flatMap((match) => {
      const secrecy = secrecyOf(match[1] ?? '');
      return valuesBehind(text, match, (raw, quoted) => isSecretValue(raw, secrecy, quoted));
    }),
  ];
}

function isKey(raw: string): boolean {
  return isSecretValue(raw, 'likely', true) && !canBeName(raw);
}

function valuesBehind(
  text: string,
  match: RegExpExecArray,
  isSecret: (raw: string, quoted: boolean) => boolean = (raw, quoted) => isSecretValue(raw, 'certain', quoted),
): readonly Span[] {
  const from = match.index + match[0].length;
  return assignedValues(text, { from, leads: false, colon: false, query: false, longest }).filter((value) => {
    const raw = text.slice(value.start, value.end);
    return isSecret(raw, value.quoted) && (value.quoted || !startsSentence(raw));
  });
}
