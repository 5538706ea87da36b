import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const base62 = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
const base64Url = [...base62, '-', '_'];
const hexadecimal = Array.from('0123456789abcdef');
const capitals = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

function run(characters: readonly string[], length: number, longest = length): fc.Arbitrary<string> {
  // Without bias: the generator's favourite, one letter again and again, is no key.
  return fc
    .noBias(fc.array(fc.constantFrom(...characters), { minLength: length, maxLength: longest }))
    .map((each) => each.join(''))
    .filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text));
}

/** A secret inside of the words that show it is one. */
interface Planted {
  readonly secret: string;
  readonly text: string;
}

function shaped(prefix: string, body: fc.Arbitrary<string>): fc.Arbitrary<Planted> {
  return body.map((text) => ({ secret: prefix + text, text: prefix + text }));
}

function within(before: string, secret: fc.Arbitrary<string>, after = ''): fc.Arbitrary<Planted> {
  return secret.map((text) => ({ secret: text, text: before + text + after }));
}

function pem(label: string): fc.Arbitrary<Planted> {
  return run([...base62, '+', '/'], 640, 1_600).map((body) => {
    const lines = body.match(/.{1,64}/g)?.join('\n') ?? '';
    return { secret: lines, text: `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----` };
  });
}

const jwt = fc
  .tuple(run(base64Url, 20, 60), run(base64Url, 30, 200), run(base64Url, 43))
  .map(([header, payload, signature]) => `eyJ${header}.eyJ${payload}.${signature}`);

const kinds: Readonly<Record<string, fc.Arbitrary<Planted>>> = {
  'an OpenAI key': shaped('sk-proj-', run(base64Url, 40, 140)),
  'an Anthropic key': shaped('sk-ant-api03-', run(base64Url, 80, 95)),
  'a GitHub token': shaped('ghp_', run(base62, 36)),
  'a fine-grained GitHub token': shaped('github_pat_', run([...base62, '_'], 82)),
  'a GitLab token': shaped('glpat-', run(base64Url, 20)),
  'a Slack token': shaped('xoxb-', run([...base62, '-'], 40, 56)),
  'a Stripe key': shaped('sk_live_', run(base62, 24, 99)),
  'an AWS key id': shaped('AKIA', run(capitals, 16)),
  'an AWS secret key': within('aws_secret_access_key = ', run([...base62, '/', '+'], 40)),
  'an AWS secret key behind its id': within('AKIAIOSFODNN7EXAMPLE / ', run([...base62, '/', '+'], 40)),
  'a Google API key': shaped('AIza', run(base64Url, 35)),
  'a Google access token': shaped('ya29.', run(base64Url, 60, 120)),
  'an Azure storage key': within('AccountName=x;AccountKey=', run([...base62, '/', '+'], 86), '==;EndpointSuffix=core'),
  'an Azure signature': within('https://x.blob.test/c?sv=1&sig=', run(base62, 43), '%3D&se=2'),
  'an npm token': shaped('npm_', run(base62, 36)),
  'a PyPI token': shaped('pypi-', run(base64Url, 100, 160)),
  'a Hugging Face token': shaped('hf_', run(base62, 34)),
  'a SendGrid key': fc
    .tuple(run(base64Url, 22), run(base64Url, 43))
    .map(([one, other]) => ({ secret: `SG.${one}.${other}`, text: `SG.${one}.${other}` })),
  'a Cerebras key': shaped('csk-', run(base62, 48)),
  'an ElevenLabs key': shaped('sk_', run(hexadecimal, 48)),
  'a HubSpot token': run(hexadecimal, 12).map((end) => ({
    secret: `pat-na1-0a1b2c3d-4e5f-6a7b-8c9d-${end}`,
    text: `pat-na1-0a1b2c3d-4e5f-6a7b-8c9d-${end}`,
  })),
  'a Together key': shaped('tgp_v1_', run(base64Url, 43)),
  'a Trello token': shaped('ATTA', run(hexadecimal, 64)),
  'an Apify token': shaped('apify_api_', run(base62, 36)),
  'a Contentful token': shaped('CFPAT-', run(base64Url, 43)),
  'a Prefect key': shaped('pnu_', run(base62, 36)),
  'a Twilio key': shaped('SK', run(hexadecimal, 32)),
  'a Telegram bot token': run(base64Url, 33).map((body) => ({ secret: `AA${body}`, text: `1234567890:AA${body}` })),
  'a Shopify token': shaped('shpat_', run(hexadecimal, 32)),
  'a DigitalOcean token': shaped('dop_v1_', run(hexadecimal, 64)),
  'a Databricks token': shaped('dapi', run(hexadecimal, 32)),
  'a Linear key': shaped('lin_api_', run(base62, 40)),
  'a Notion token': shaped('ntn_', run(base62, 46)),
  'a Doppler token': shaped('dp.pt.', run(base62, 43)),
  'a Postman key': fc
    .tuple(run(hexadecimal, 24), run(hexadecimal, 34))
    .map(([one, other]) => ({ secret: `PMAK-${one}-${other}`, text: `PMAK-${one}-${other}` })),
  'an age key': shaped('AGE-SECRET-KEY-1', run(capitals, 58)),
  'a JSON web token': jwt.map((token) => ({ secret: token, text: token })),
  'a JSON web token with an encrypted body': fc
    .tuple(run(base64Url, 20, 60), run(base64Url, 16), run(base64Url, 60, 200), run(base64Url, 22))
    .map(([header, vector, body, tag]) => `eyJ${header}..${vector}.${body}.${tag}`)
    .map((token) => ({ secret: token, text: token })),
  'a bearer token': within('Authorization: Bearer ', run(base62, 32)),
  'basic credentials': within('Authorization: Basic ', run(base62, 24)),
  'a cookie': within('Cookie: theme=1; session=', run(base62, 32)),
  'a PostgreSQL URL': within('postgres://app:', run(base62, 20), '@db.test:5432/shop'),
  'a Redis URL': within('rediss://:', run(base62, 24), '@cache.test:6379/0'),
  'an ADO connection string': within(
    'Server=db;User Id=sa;Password=',
    run([...base62, '#', '!', '@'], 20),
    ';Encrypt=1',
  ),
  'a JDBC URL': within('jdbc:mysql://db.test/shop?user=a&password=', run(base62, 20), '&ssl=1'),
  'a variable': within('ACME_API_KEY=', run(base62, 24)),
  'a member': within('{"dbPassword":"', run(base62, 24), '"}'),
  'a private key': pem('PRIVATE KEY'),
  'an OpenSSH key': pem('OPENSSH PRIVATE KEY'),
};

const names = Object.keys(kinds);

/** Any eight characters of the secret in a row, line ends left out. */
function leaked(output: string, secret: string): string | undefined {
  const bare = secret.replace(/\s/g, '');
  const shown = output.replace(/[\s"\\]/g, '');
  for (let at = 0; at + 8 <= bare.length; at++) {
    const piece = bare.slice(at, at + 8);
    if (shown.includes(piece)) return piece;
  }
  return undefined;
}

const surroundings = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `Error: upstream said ${text}`,
  (text) => `the request failed (${text}) and was given up`,
  (text) => `first line\n${text}\nlast line of 3`,
  (text) => `"${text}"`,
  (text) => `'${text}'`,
  (text) => `\`${text}\``,
  (text) => `<b>${text}</b>`,
  (text) => JSON.stringify({ error: { message: `bad ${text}` } }),
  (text) => JSON.stringify(JSON.stringify([text])),
  (text) => `失败：${text}。`,
);

// E7, C120, C124
describe('secrets', () => {
  const redactor = createRedactor([]);

  it.each(names)('masks %s wherever it stands', (name) => {
    const kind = kinds[name] ?? fc.constant({ secret: '', text: '' });
    fc.assert(
      fc.property(kind, surroundings, ({ secret, text }, surround) => {
        const { text: masked, count } = redactor.secrets(surround(text));

        expect(leaked(masked, secret)).toBeUndefined();
        expect(count).toBeGreaterThan(0);
        expect(leaked(redactor.strict(surround(text)).text, secret)).toBeUndefined();
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it.each(names)('masks %s that is broken over lines', (name) => {
    const kind = kinds[name] ?? fc.constant({ secret: '', text: '' });
    fc.assert(
      fc.property(
        kind,
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        fc.constantFrom('\n', '\r\n', '\n    '),
        ({ secret, text }, share, lineEnd) => {
          const cut = Math.floor(secret.length * share);
          // A part that is a mere word cannot be told from the text of the next line.
          fc.pre([secret.slice(0, cut), secret.slice(cut)].every((part) => /\d/.test(part)));
          const at = text.indexOf(secret) + cut;
          const broken = `${text.slice(0, at)}${lineEnd}${text.slice(at)}`;

          expect(leaked(redactor.secrets(`Error: ${broken}`).text, secret)).toBeUndefined();
          expect(
            leaked(redactor.secrets(JSON.stringify({ message: `Error: ${broken}` })).text, secret),
          ).toBeUndefined();
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it.each([
    ['digits and a mark', 'Password=455!\ndJd#9x2Q;Encrypt=1', 'Password=[redacted];Encrypt=1'],
    ['an end that looks like a name', '&sig=fm4z8wMPMK6\r\nQIiElsJAGG0LrRHgPW=', '&sig=[redacted]'],
    ['the same at the end of a string', '{"sig":"fm4z8wMPMK6\nQIiElsJAGG0LrRHgPW="}', '{"sig":"[redacted]"}'],
    ['another assignment', 'API_KEY=fm4z8wMPMK6\nDB_PW="x1y2"', 'API_KEY=[redacted]\nDB_PW="[redacted]"'],
  ])('masks what goes on in the next line: %s', (_what, text, masked) => {
    expect(redactor.secrets(text).text).toBe(masked);
  });

  it('masks a token with a blank in it, whatever stands before it', () => {
    const token = `FlyV1 fm2_${'lJPECAx'.repeat(4)}`;

    for (const before of ['sent ', 'sent:', 'a-value-that-is-long:'])
      expect(redactor.secrets(before + token).text).toBe(`${before}[redacted]`);
  });

  it.each(names)('masks %s that arrives in chunks', (name) => {
    const kind = kinds[name] ?? fc.constant({ secret: '', text: '' });
    fc.assert(
      fc.property(kind, fc.array(fc.nat({ max: 4_000 }), { maxLength: 6 }), ({ secret, text }, cuts) => {
        const whole = `started on 8080\nError: ${text}\nstopped\n`;
        const stream = redactor.stream();
        let at = 0;
        let shown = '';
        for (const cut of cuts.map((each) => each % whole.length).toSorted((one, other) => one - other)) {
          shown += stream.push(whole.slice(at, cut));
          at = cut;
        }
        shown += stream.push(whole.slice(at)) + stream.end();

        expect(leaked(shown, secret)).toBeUndefined();
        expect(shown).toMatch(/^started on 8080\nError: [^]*\nstopped\n$/);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('changes nothing when it reads its own output', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names).chain((name) => kinds[name] ?? fc.constant({ secret: '', text: '' })),
        surroundings,
        ({ text }, surround) => {
          const once = redactor.secrets(surround(text)).text;

          expect(redactor.secrets(once).text).toBe(once);
        },
      ),
    );
  });

  it('masks before anything is cut, so that no half of a token is left', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const text = `${'x '.repeat(240)}${token}${' y'.repeat(40)}`;

    expect(leaked(redactor.secrets(text).text.slice(0, 500), token)).toBeUndefined();
  });

  it('masks what is left of a private key that somebody cut', () => {
    const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDab1c2\n'.repeat(4);

    expect(redactor.secrets(`key: -----BEGIN PRIVATE KEY-----\n${body}MIIE`).text).not.toMatch(/MIIE/);
    expect(redactor.secrets(`${body}MIIE=\n-----END PRIVATE KEY-----\nok`).text).toBe('[redacted]\nok');
  });

  it('keeps certificates and public keys', () => {
    const text = `-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n-----END CERTIFICATE-----`;

    expect(redactor.secrets(text).text).toBe(text);
  });

  it('masks addresses that whoever knows them may post to', () => {
    const text = 'POST https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnop01234567 404';

    expect(redactor.secrets(text).text).toBe('POST https://hooks.slack.com/services/[redacted] 404');
  });
});
