import type { Chance } from './chance.ts';

/** A secret, and a text that gives it away. */
export interface Planted {
  readonly kind: string;
  readonly text: string;
  /** What must not come out; the parts of it for a secret that has several. */
  readonly secrets: readonly string[];
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** One of each kind, made anew by chance. */
export function plantSecrets(chance: Chance): readonly Planted[] {
  return Object.entries(kinds).map(([kind, make]) => ({ kind, ...make(chance) }));
}

type Made = Omit<Planted, 'kind'>;

function token(make: (chance: Chance) => string): (chance: Chance) => Made {
  return (chance) => {
    const secret = make(chance);
    return { text: `the request with ${secret} was refused`, secrets: [secret] };
  };
}

function told(make: (secret: string, chance: Chance) => string, length = 20): (chance: Chance) => Made {
  return (chance) => {
    const secret = chance.mixed(length);
    return { text: make(secret, chance), secrets: [secret] };
  };
}

const kinds: Readonly<Record<string, (chance: Chance) => Made>> = {
  OpenAI: token((chance) => `sk-proj-${chance.mixed(48)}`),
  Anthropic: token((chance) => `sk-ant-api03-${chance.mixed(80)}`),
  GitHub: token((chance) => `ghp_${chance.mixed(36)}`),
  'GitHub, fine-grained': token((chance) => `github_pat_${chance.mixed(22)}_${chance.mixed(59)}`),
  GitLab: token((chance) => `glpat-${chance.mixed(20)}`),
  'AWS, id': token((chance) => `AKIA${chance.caps(16)}`),
  'AWS, secret': told((secret) => `aws_secret_access_key = ${secret}`, 40),
  Google: token((chance) => `AIza${chance.mixed(35)}`),
  Slack: token((chance) => `xoxb-${chance.of('123456789', 12)}-${chance.mixed(24)}`),
  Stripe: token((chance) => `sk_live_${chance.mixed(24)}`),
  npm: token((chance) => `npm_${chance.mixed(36)}`),
  'Hugging Face': token((chance) => `hf_${chance.mixed(34)}`),
  SendGrid: token((chance) => `SG.${chance.mixed(22)}.${chance.mixed(43)}`),
  Shopify: token((chance) => `shpat_${chance.hex(32)}`),
  JWT: token(
    (chance) => `${base64url('{"alg":"HS256"}')}.${base64url(`{"sub":"${chance.word()}"}`)}.${chance.mixed(43)}`,
  ),
  PEM(chance) {
    const lines = Array.from({ length: 6 }, () => chance.mixed(64));
    const body = lines.join('\n');
    return { text: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`, secrets: lines };
  },
  PostgreSQL: told((secret, chance) => `could not open postgres://app:${secret}@${chance.word()}.test:5432/shop`),
  MongoDB: told((secret, chance) => `mongodb+srv://root:${secret}@${chance.word()}.test/admin?retryWrites=true`),
  Redis: told((secret) => `redis://:${secret}@cache.test:6379/0 refused`),
  AMQP: told((secret) => `amqps://guest:${secret}@queue.test/vhost`),
  'ADO.NET': told((secret) => `Server=tcp:db.test;User ID=sa;Password=${secret};Encrypt=True`),
  'Azure storage': told((secret) => `AccountName=files;AccountKey=${secret}==;EndpointSuffix=core.test`, 86),
  Bearer: told((secret) => `Authorization: Bearer ${secret}`),
  Basic(chance) {
    const password = chance.mixed(16);
    const pair = Buffer.from(`bob:${password}`).toString('base64');
    return { text: `authorization: Basic ${pair}`, secrets: [pair, password] };
  },
  Cookie: told((secret) => `Cookie: theme=dark; session=${secret}`),
  'Set-Cookie': told((secret) => `set-cookie: sid=${secret}; Path=/; HttpOnly`),
  header: told((secret) => `x-api-key: ${secret}`),
  variable: told((secret, chance) => `${chance.word().toUpperCase()}_API_KEY=${secret}`),
  'quoted variable': told((secret) => `export DB_PASSWORD='${secret} ${secret}'`),
  'JSON member': told((secret) => `{"user":"bob","accessToken":"${secret}"}`),
  'member in another case': told((secret) => `{ clientSecret: '${secret}', retries: 3 }`),
  'query parameter': told((secret) => `GET https://api.test/v1/items?page=2&access_token=${secret} failed`),
  'signed URL': told((secret) => `https://files.test/a.zip?X-Amz-Signature=${secret}&X-Amz-Expires=60`, 64),
  flag: told((secret) => `running: tool --token ${secret} --verbose`),
  curl: told((secret) => `curl -u bob:${secret} https://api.test/`),
  YAML: told((secret) => `auth:\n  username: bob\n  password: ${secret}\n`),
  'page table': told((secret) => `<tr><th>Password</th><td>${secret}</td></tr>`),
  'table of a page': told((secret) => `<tr><th>User</th><th>Token</th></tr><tr><td>bob</td><td>${secret}</td></tr>`),
  'list without quotes': told((secret, chance) => `passwords: [${secret}, ${chance.word()}]`),
  'member of an object': told((secret) => `"password": {"value": "${secret}"}`),
  'row of dots': told((secret) => `DEBUG dataSource.password.............${secret}`),
  Ajv: told(
    (secret) => `[{"instancePath":"/password","keyword":"minLength","params":{"limit":99},"data":"${secret}"}]`,
  ),
  jsonschema: told(
    (secret) =>
      `'${secret}' is too short\n\nFailed validating 'minLength'\n\nOn instance['password']:\n    '${secret}'`,
  ),
  'one-time code'(chance) {
    const code = `${chance.of('123456789', 3)}-${chance.of('123456789', 3)}`;
    return { text: `your one-time code is ${code}`, secrets: [code] };
  },
  passphrase: told((secret) => `passphrase for key: ${secret}`),
  'tried password': told((secret) => `tried ${secret} as password`),
  'user and password': told((secret) => `Zugangsdaten: bob / ${secret}`),
  login: told((secret) => `login: bob/${secret}`),
  'header and value': told((secret) => `X-Api-Key ${secret} was refused`),
  Vault: told((secret) => `vault login ${secret}`),
  'Azure command': told((secret) => `az keyvault secret set --vault-name kv --name x --value ${secret}`),
  Composer: told((secret) => `composer config http-basic.repo.test bob ${secret}`),
  'wireless network': told((secret) => `WIFI:T:WPA;S:net;P:${secret};;`),
  webhook: token(
    (chance) => `https://hooks.slack.com/services/T${chance.caps(8)}/B${chance.caps(8)}/${chance.mixed(24)}`,
  ),
};

/** The text as others pass it on: in quotes, in JSON, in the query of a URL, broken where a line was full. */
export function variantsOf({ kind, text, secrets }: Planted): readonly Planted[] {
  const quoted = { kind: `${kind}, quoted`, text: `Error: "${text.replaceAll('"', "'")}"`, secrets };
  const json = { kind: `${kind}, in JSON`, text: JSON.stringify({ error: { message: text } }), secrets };
  const inner = {
    kind: `${kind}, in JSON in JSON`,
    text: JSON.stringify({ body: JSON.stringify({ error: text }) }),
    secrets,
  };
  return [{ kind, text, secrets }, quoted, json, inner];
}

/** Forms of a value that is known, where only the value tells that it is a secret. */
export function formsOfKnown(kind: string, secret: string): readonly Planted[] {
  const half = Math.floor(secret.length / 2);
  const forms: Readonly<Record<string, string>> = {
    plain: secret,
    'percent-encoded': encodeURIComponent(secret),
    'JSON-escaped': JSON.stringify(secret).slice(1, -1),
    base64: Buffer.from(secret).toString('base64'),
    'base64 with a user': Buffer.from(`user:${secret}`).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
    hex: Buffer.from(secret).toString('hex'),
    'split over lines': `${secret.slice(0, half)}\n${secret.slice(half)}`,
    'split over lines with a margin': `${secret.slice(0, half)}\n    ${secret.slice(half)}`,
  };
  return Object.entries(forms).map(([form, text]) => ({
    kind: `${kind}, ${form}`,
    text: `it said ${text} and left`,
    secrets: form.startsWith('split') ? [secret.slice(0, half), secret.slice(half)] : [text],
  }));
}
