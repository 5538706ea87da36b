import { elsewhere, letters } from './languages.ts';

/**
 * What a name says of its value: `certain` is masked whatever it is, `probable` where it is written as a value and no
 * number, `likely` where it looks like key material, `none` never.
 */
export type Secrecy = 'certain' | 'probable' | 'likely' | 'none';

/**
 * Judges the name of a variable, member, header, parameter or flag by its head: `dbPassword` holds a password,
 * `passwordPolicy` a policy. Words count, not letters: `monkey` is no key.
 */
export function secrecyOf(name: string): Secrecy {
  if (!perhapsSecret.test(name)) return secrecyElsewhere(name);
  const words = withoutQualifiers(wordsOf(name));
  const head = words.at(-1);
  if (head === undefined) return 'none';
  const before = words.at(-2) ?? '';
  const pair = `${before} ${head}`;

  if (certainPairs.has(pair) || certainPairs.has(`${words.at(-3) ?? ''} ${pair}`)) return 'certain';
  if (likelyPairs.has(pair)) return 'likely';
  if (head === 'token' || head.endsWith('token')) return harmlessTokens.has(before || head) ? 'none' : 'certain';
  if (head === 'tokens' && harmlessTokens.has(before)) return 'none';
  if (head === 'key') return secrecyOfKey(name, before);
  if (head === 'pass') return secrecyOfPass(name, before);
  if (certainHeads.has(head) || certainEndings.test(head)) return 'certain';
  if (likelyHeads.has(head)) return 'likely';
  return secrecyElsewhere(name);
}

/**
 * The same of what an operator has set. Nobody sets the key of a table, and what is only likely elsewhere (`auth`, `session`)
 * has no other meaning there.
 */
export function secrecyOfSetting(name: string): Secrecy {
  const said = secrecyOf(name);
  if (said === 'likely') return 'probable';
  if (said !== 'none') return said;
  const words = withoutQualifiers(wordsOf(name));
  const head = words.at(-1);
  if (head === 'pass') return 'probable';
  return /^keys?$/.test(head ?? '') && !openKeys.has(words.at(-2) ?? '') ? 'probable' : 'none';
}

// Most names hold none of these, and need not be taken to pieces.
const chinese = '密|口令|令牌|秘钥|秘鑰|金鑰|[权權]杖';
const perhapsSecret = new RegExp(
  `pass|pw|psk|secret|token|key|auth|cred|cookie|sig|hmac|ses+|sid|jwt|otp|pin|bearer|mnemonic|phrase|code|id|conn|hook|pat(?![a-z])|[验驗授]|${chinese}`,
  'i',
);

/** Whether any word of a text may be the name of a secret, as words in front of their values are. */
export function mayNameSecret(text: string): boolean {
  return namesIn.test(text) || mayBeElsewhere.test(text);
}

const namesIn = new RegExp(`pass|pwd|secret|token|key|auth|cred|${chinese}|UGFzc3dvcmQ6|^USER `, 'im');

/** Whether a value looks made by a machine: long enough, unbroken, and mixed as words are not. */
export function looksLikeKey(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  if (!/^[\x21-\x7e]+$/.test(value) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value)) return false;
  if (/^\d+(?:[.:/-]\d+)*$/.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value)
    ? true
    : value.length >= 16 && /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(value);
}

const passwordElsewhere = new RegExp(`(?:^| )(?:${elsewhere.password})$`);
const keyElsewhere = new RegExp(`(?:^| )(?:${elsewhere.key})$`);
const mayBeElsewhere = new RegExp(`${elsewhere.password}|${elsewhere.key}`, 'i');

function secrecyElsewhere(name: string): Secrecy {
  if (!mayBeElsewhere.test(name)) return 'none';
  const words = wordsOf(name).join(' ');
  if (passwordElsewhere.test(words)) return 'probable';
  return keyElsewhere.test(words) ? 'likely' : 'none';
}

const noLetters = new RegExp(String.raw`[^a-z0-9\u4e00-\u9fff${letters}]+`);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[0-9]+(?=$|[^a-z0-9])/g, '')
    .split(noLetters)
    .filter((word) => word !== '');
}

function withoutQualifiers(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !qualifiers.has(word));
  return words.slice(0, Math.max(end, 0) + 1);
}

function secrecyOfKey(name: string, owner: string): Secrecy {
  if (keyOwners.has(owner)) return 'certain';
  if (perhapsKeyOwners.has(owner)) return 'likely';
  // An environment's RESEND_KEY is one, a table's PRIMARY_KEY is none.
  return /(?:^| )[A-Z][A-Z0-9_]*$/.test(name) && owner !== '' && !openKeys.has(owner) ? 'likely' : 'none';
}

/** Tests pass, and compilers make passes; users have one, and so has whatever an environment names. */
function secrecyOfPass(name: string, owner: string): Secrecy {
  if (passOwners.has(owner)) return 'certain';
  if (owner === '') return 'probable';
  return /(?:^| )[A-Z][A-Z0-9_]*$/.test(name) && !harmlessPasses.has(owner) ? 'probable' : 'none';
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s*,\s*/));
}

/** What tells a value behind its name in Chinese, with no blank between them: `密码已重置为`. */
export const chineseVerb =
  '(?:已经?|被|现在?|現在?|将|將|就){0,2}(?:重置|重设|重設|修改|更改|变更|變更|更新|生成|设置|設置|设定|設定|改|设|設)?(?:[为為是成]|如下)';

// Words behind the head that say which of several, or in which form: GITHUB_TOKEN_OLD, SECRET_BASE64.
const qualifiers = setOf(
  'value, values, text, plain, plaintext, raw, old, new, current, previous, prod, production, dev, development, test, testing, staging, stage, live, sandbox, primary, secondary, backup, base, b, hex, encoded, env, var, default, main, local, rw, ro, eu, us, v, x',
);

const certainHeads = setOf(
  'pw, secret, secrets, credential, credentials, creds, authorization, cred, passcode, otp, totp, pincode, mnemonic, keypass, storepass, dbpass, userpass, rootpass, adminpass, smtppass, requirepass, masterauth, passwd, pgpassword, psk, bearer',
);
const certainEndings = new RegExp(
  `(?:(?:bind|root|user|db)pw|password|passwords|passwort|passwd|passphrase|pwd|apikey|apikeys|secretkey|accesskey|privatekey|clientsecret|appsecret|authkey|sharedkey|accountkey|signingkey|encryptionkey|masterkey|secrets?|credentials?|(?:[密秘]码|密碼|(?:验证|授权|校验)码|驗證碼|授權碼|口令|[密秘金][钥鑰]|令牌|[权權]杖)(?:${chineseVerb})?)$`,
);
const likelyHeads = setOf(
  'auth, jwt, sid, sessionid, sessid, jsessionid, phpsessid, signature, sig, hmac, cookie, cookies, session, tokens, pin, webhook, pat',
);

const certainPairs = setOf(
  'access key id, secret access key, set cookie, seed phrase, recovery phrase, backup phrase, pass phrase, pass word, recovery code, auth code, authorization code, device code, code verifier, verification code, mfa code, security code, private key pem, client key data, private key data, api keys, access keys, private keys, secret string, secret binary',
);
const likelyPairs = setOf('session id, secret id, session key, conn str, pass code');

// A cursor, a count or a parser's token is no credential, and whoever reads the error needs it.
const harmlessTokens = setOf(
  'next, page, nextpage, nextpagetoken, pagetoken, pagination, continuation, continuationtoken, cursor, sync, nextsync, progress, progresstoken, cancel, cancellation, cancellationtoken, unexpected, illegal, reserved, start, startpage, end, resume, skip, eos, bos, pad, unk, mask, stop, special, per, max, min, total, prompt, completion, input, output, first, last, num, number, each, expected, lexical, syntax, design, punctuation',
);

const keyOwners = setOf(
  'api, access, secret, private, signing, sign, encryption, decryption, encrypt, account, auth, authentication, master, shared, ssh, service, app, application, subscription, deploy, webhook, admin, functions, consumer, symmetric, hmac, jwt, role, license, licence, root, management, ingest, integration, bot, rsa, ecdsa, dsa, ed25519, aes, pgp, gpg, tls, ssl, pem, cipher, crypto, vault, wallet, openai, anthropic, gemini, google, aws, azure, gcp, stripe, github, gitlab, slack, twilio, sendgrid, mailgun, datadog, newrelic, sentry, cohere, mistral, groq, deepseek, openrouter, huggingface, replicate, pinecone, tavily, exa, serper, brave, perplexity, elevenlabs, firecrawl, linear, notion, figma, algolia, postmark, resend',
);
const perhapsKeyOwners = setOf(
  'anon, client, server, write, read, project, user, data, cookie, secure, security, storage, function, session',
);
// Public by nature, or the word for a place in a table.
const openKeys = setOf(
  'public, pub, publishable, primary, foreign, unique, partition, sort, cache, object, idempotency, lookup, index, row, hash, map, registry, hot, default, shortcut, translation, host, up, down, left, right',
);
const harmlessPasses = setOf(
  'first, second, third, last, next, final, one, two, single, multi, test, render, compiler, optimizer, by, ask',
);
const passOwners = setOf(
  'db, database, smtp, mail, email, user, root, admin, mysql, pg, pgsql, postgres, postgresql, redis, ftp, sftp, ssh, login, proxy, my, http, https, basic, account, imap, pop, ldap, rabbitmq, amqp, mongo, mongodb, wifi, sudo, vnc, app, service, auth, sql, mssql, oracle, mariadb, es, elastic, elasticsearch, kafka, jdbc, bind, key, keystore, store, become, vault',
);
