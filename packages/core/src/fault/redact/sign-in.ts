import { secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';

/**
 * Statements of databases, mail servers, clouds and model providers that a credential was refused, each of which names
 * what an attacker would like to know: which service, which account, which secret.
 */
const statements: readonly string[] = [
  // Databases, caches and brokers.
  String.raw`(?:password|ident|peer|md5|scram(?:-sha-256)?|gssapi|ldap|pam|radius|certificate|cert) authentication failed for user`,
  String.raw`no password supplied|fe_sendauth: no password|SASL: SCRAM-SERVER|SASL(?: authentication|:)[^\n]{0,60}(?:fail|invalid|must be a string)`,
  String.raw`no pg_hba\.conf entry|role \\{0,3}"[^"\n]{0,64}" (?:does not exist|is not permitted to log in)|ER_ACCESS_DENIED(?:_NO_PASSWORD)?_ERROR|ER_DBACCESS_DENIED_ERROR`,
  String.raw`access denied for user\s(?!groups?\b)|Login failed for user|Cannot open database "[^"\n]{0,128}" requested by the login|\bELOGIN\b`,
  String.raw`ORA-(?:01017|01005|28000|28001|01045|28040|12638)|SQL30082N|\b28P01\b|SQLSTATE\W{0,3}28000\b|(?:code|state)\\?["']?\s{0,2}[:=]\s{0,2}\\?["']28000`,
  String.raw`\bWRONGPASS\b|\bNOAUTH\b|invalid username-password pair|ERR invalid password|AUTH(?:ENTICATE)? failed|Client sent AUTH`,
  String.raw`MongoServerError: (?:Authentication failed|bad auth)|bad auth\s?:|command \w+ requires authentication|SCRAM failure`,
  String.raw`ACCESS_REFUSED|SaslAuthentication(?:Failed)?Exception|SASL_AUTHENTICATION_FAILED|SaslAuthenticationException|Authentication failed during authentication due to`,
  String.raw`unable to authenticate user|security_exception[^\n]{0,200}authenticat|missing authentication credentials for REST request`,
  // Mail and directories.
  String.raw`\b(?:535|534|530|538)[ -]?5\.7\.\d|Username and Password not accepted|\bEAUTH\b|SMTPAuthenticationError|\[AUTHENTICATIONFAILED\]`,
  String.raw`LDAP[^\n]{0,60}(?:invalid credentials|error code 49)|AcceptSecurityContext error`,
  // Code hosts, shells and registries.
  String.raw`\bBad credentials\b|Authentication failed for '|could not read (?:Username|Password) for|Permission denied \((?:publickey|password|keyboard-interactive)|All configured authentication methods failed`,
  String.raw`HTTP Basic: Access denied|unauthorized: (?:authentication|incorrect username)|\bE401\b|ENEEDAUTH|denied: requested access to the resource is denied`,
  // Clouds.
  String.raw`InvalidClientTokenId|SignatureDoesNotMatch|UnrecognizedClientException|InvalidAccessKeyId|ExpiredToken(?:Exception)?|AuthFailure|InvalidSignatureException|IncompleteSignature`,
  String.raw`security token included in the request is (?:invalid|expired)|AWS was not able to validate|Access Key Id you provided does not exist|request signature we calculated does not match`,
  String.raw`(?:Could not|Unable to|Cannot) load (?:the )?(?:default )?credentials|Unable to locate credentials|NoCredentialsError|CredentialsProviderError|Missing credentials in config|NoCredentialProviders`,
  String.raw`\binvalid_grant\b|\binvalid_client\b|\bunauthorized_client\b|API_KEY_INVALID|API key not valid|Request had invalid authentication credentials|ACCESS_TOKEN_(?:EXPIRED|SCOPE|TYPE)`,
  String.raw`AADSTS(?:7000\d+|700\d{2}|50034|50126|50173|500\d{2}|700016|90002)|DefaultAzureCredential|CredentialUnavailable|Server failed to authenticate the request`,
  // Providers by their own words.
  String.raw`\binvalid_auth\b|\bnot_authed\b|\btoken_revoked\b|\baccount_inactive\b|\binvalid_api_key\b|\bauthentication_error\b|invalid x-api-key|\bauthorization grant is invalid`,
  String.raw`AuthenticationError:|AI_LoadAPIKeyError|PERMISSION_DENIED: (?:The )?API key`,
  // Anybody's words.
  String.raw`\b(?:invalid|incorrect|wrong|bad) (?:user ?name|user|login|e-?mail)(?: or |/| and )password\b|\binvalid credentials\b|\b(?:credentials|password) (?:are|is|were|was) (?:invalid|incorrect|wrong|rejected|expired)\b`,
  String.raw`\bclient[ _-]?id (?:or|and) client[ _-]?secret (?:is|are) (?:invalid|incorrect|wrong)`,
  String.raw`\b(?:authentication|login|logon|sign-?in) (?:failed|failure|error|rejected|denied)\b[^\n]{0,40}\b(?:for|as|with|by|user|account|database|server|upstream|provider)\b`,
  String.raw`\b(?:failed|unable|could not|cannot|can't) (?:to )?(?:authenticate|log ?in|sign in)\b[^\n]{0,40}\b(?:to|with|at|against|as|for)\b`,
];

/** What each of the statements has: a search for these is far cheaper than one for all of them. */
const mayBeStatement =
  /auth|pass|cred|token|key|access|log ?[io]n|sign|sasl|scram|pg_hba|role \\{0,3}"|ora-|sql30082n|28p01|28000|5\.7\.|ldap|security|username|permission denied|e401|client|aws|grant|aadsts|inactive/i;
// Written this way only; elsewhere it is said to a user.
const imap = /\bLOGIN failed\b/;
const insensitive = new RegExp(statements.join('|'), 'i');
const chinese =
  /(?:密码|口令|身份|用户)\s*(?:验证|认证|校验)\s*(?:失败|未通过)|用户名或密码(?:错误|不正确)|(?:API|访问|接口|密钥)\s*(?:密钥|令牌|Key|Token)?\s*(?:无效|错误|已过期|不正确|未设置|缺失)|用户\s*\S{1,64}\s*登录失败/i;

// `API key column`: what is wrong there is no credential.
const notTheHead = String.raw`[\s_-](?:names?|columns?|fields?|arguments?|args?|param(?:eter)?s?|propert(?:y|ies)|formats?|types?|lengths?|lists?|rows?|ordering|counts?|polic(?:y|ies))\b`;
// What is said of a credential that somebody has used or an operator has not set, and what is said of arguments as well.
const refusedBefore = 'incorrect|wrong|expired|revoked|disabled|inactive';
const refusedBehind = 'not (?:set|configured|authori[sz]ed)|incorrect|expired|revoked|disabled|rejected|wrong';
const lackingBefore = 'invalid|bad|missing|unknown|unrecogni[sz]ed|malformed|no(?: valid)?|empty';
const be = '(?:is |are |was |has been |has )?';
const lackingBehind = 'not (?:valid|found|provided|recogni[sz]ed)|invalid|missing|required';

const credentialRefused = new RegExp(
  String.raw`\b(?:(${refusedBefore})|${lackingBefore})\s(?:or\s\w+\s)?(?:\w{1,32}\s){0,2}?((?:api|access|secret|auth(?:entication|orization)?|client|service|signing|account|subscription|bearer)[ _-]?(?:keys?(?: id)?|tokens?|secrets?|credentials?))\b(?!${notTheHead})`,
  'gi',
);
const refusedCredential = new RegExp(
  // Behind it may stand which one it is (a name, a mask, a key that is cut); where it is lacking, no word that it only describes.
  String.raw`\b((?:api|access|secret|client|subscription|service)[ _-]?(?:key|token|secret)s?)(?:(?:\s(?:provided|supplied|given|used|id\b|(?!(?:[a-z]{1,20}|\d{1,8})\s)\S{1,80}))?\s${be}(?:(${refusedBehind})|${lackingBehind})|(?!${notTheHead})\s\S{1,80}\s${be}(${refusedBehind}|not valid|invalid))\b`,
  'gi',
);

/** How a statement on a credential is read. */
export interface SignInContext {
  /** The failure is about the caller's arguments, one of which may well be called `API key`. */
  readonly aboutArguments?: boolean;
}

/**
 * Whether a text says that a credential towards a third party failed or is missing: a database's password, a
 * provider's key. That is the operator's to mend, and no caller may read which one it was.
 */
export function isThirdPartySignInFailure(text: string, { aboutArguments = false }: SignInContext = {}): boolean {
  return (
    (mayBeStatement.test(text) && insensitive.test(text)) ||
    imap.test(text) ||
    chinese.test(text) ||
    isVariableUnset(text, aboutArguments) ||
    [...matchesIn(text, credentialRefused)].some(
      (match) => match[1] !== undefined || !(aboutArguments || isArgument(text, match, match[2])),
    ) ||
    [...matchesIn(text, refusedCredential)].some(
      (match) => (match[2] ?? match[3]) !== undefined || !(aboutArguments || isArgument(text, match, match[1])),
    )
  );
}

/**
 * `access_token` and `apiKey` are names of arguments, where a sentence about a credential has words, or says whose it
 * is.
 */
function isArgument(text: string, { 0: whole, index }: RegExpExecArray, name = ''): boolean {
  const end = index + whole.length;
  return /_|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(name) && !whose.test(text.slice(end, end + 64));
}

const whose = /^[^\n]{0,48}\b(?:for|of) (?!(?:this|these|all|each|every)\b|the (?:request|operation|call|tool)\b)\S/;

const variable = /(?<![\w-])[A-Z][A-Z0-9_]{3,128}(?![\w-])/g;
const unsetBehind = /^[^\n]{0,40}\b(?:not (?:set|configured)|unset)\b/;
const lackingBeforeVariable = /\b(?:missing|set|provide|no|requires?|required|invalid|undefined)\b[^\n]{0,48}$/;
const lackingBehindVariable =
  /^[^\n]{0,40}\b(?:not (?:defined|found|provided)|missing|required|undefined|empty|invalid)\b/;
// What these name is written so for another reason than to be a variable of an environment.
const namedBefore =
  /\b(?:arguments?|param(?:eter)?s?|fields?|columns?|propert(?:y|ies)|(?:un)?expected)[\s:'"`([]{1,8}(?:\w{1,64}['"`]?,\s?['"`]?){0,8}$/i;
const namedBehind = new RegExp(String.raw`^['"\`]?${notTheHead}`, 'i');

/** Whether a variable that holds a credential was never configured. */
function isVariableUnset(text: string, aboutArguments: boolean): boolean {
  return [...matchesIn(text, variable)].some(({ 0: name, index }) => {
    if (!isCertain(name.replace(/_(?:FILE|PATH|JSON)$/, ''))) return false;
    const before = text.slice(Math.max(0, index - 64), index);
    const behind = text.slice(index + name.length, index + name.length + 64);
    if (namedBefore.test(before) || namedBehind.test(behind)) return false;
    if (unsetBehind.test(behind)) return true;
    return !aboutArguments && (lackingBeforeVariable.test(before) || lackingBehindVariable.test(behind));
  });
}

function isCertain(name: string): boolean {
  const secrecy = secrecyOf(name);
  return secrecy === 'certain' || secrecy === 'probable';
}
