/** Whether a value under this name is a secret: the last word decides, since `TOKEN_URL` is an address and `MAX_TOKENS` a number. */
export function isSecret(name: string, value: string): boolean {
  if (value.trim().length < 4 || /^(true|false|null|none|undefined|\d{1,3})$/i.test(value.trim())) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/\d+(?=$|[^A-Za-z0-9])/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (last === 'key' || last === 'keys') return !harmlessKeys.has(before);
  if (last === 'tokens') return !/^\d+$/.test(value);
  if (`${before} ${last}` === 'key id') return words.includes('access');
  return secretWords.has(last) || secretEndings.test(last);
}

const secretWords = new Set([
  'auth',
  'authorization',
  'cookie',
  'cookies',
  'cred',
  'creds',
  'jwt',
  'pass',
  'pat',
  'sig',
  'signature',
  'sid',
  'otp',
]);
const secretEndings =
  /(password|passwort|passwd|pwd|passphrase|secret|secrets|token|credential|credentials|apikey|accesskey|privatekey|secretkey)$/;
const harmlessKeys = new Set([
  'public',
  'primary',
  'foreign',
  'unique',
  'sort',
  'partition',
  'cache',
  'idempotency',
  'publishable',
  'hot',
  'row',
]);
