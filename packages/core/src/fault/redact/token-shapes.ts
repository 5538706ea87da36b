import { matchesIn } from './matches-in.ts';
import type { Span } from './span.ts';

/**
 * Shapes by which issuers mark their credentials. Each begins with fixed characters, so that a search is one pass, and
 * none has two open-ended repetitions of the same characters in a row.
 */
const shapes: readonly string[] = [
  // Models. The one prefix stands for OpenAI, Anthropic, OpenRouter, DeepSeek, LangSmith's and many more.
  'sk-[A-Za-z0-9_-]{16,}',
  'csk-[A-Za-z0-9]{20,}',
  'sk_[0-9a-f]{40,}',
  'gsk_[A-Za-z0-9]{20,}',
  'tgp_v1_[A-Za-z0-9_-]{40,}',
  'xai-[A-Za-z0-9]{20,}',
  'pplx-[A-Za-z0-9]{20,}',
  'r8_[A-Za-z0-9]{20,}',
  'hf_[A-Za-z0-9]{20,}',
  'api_org_[A-Za-z0-9]{20,}',
  'tvly-[A-Za-z0-9-]{16,}',
  'fc-[0-9a-f]{32}',
  'jina_[A-Za-z0-9_-]{30,}',
  'pcsk_[A-Za-z0-9_]{30,}',
  'lsv2_(?:pt|sk)_[0-9a-f]{20,}(?:_[0-9a-f]{4,20})?',
  'e2b_[0-9a-f]{30,}',
  // Code hosts, registries and builds.
  'gh[opusr]_[A-Za-z0-9]{30,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  'gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat)-[A-Za-z0-9_.-]{16,}',
  'GR1348941[A-Za-z0-9_-]{16,}',
  'ATATT3[A-Za-z0-9_=-]{20,}',
  'ATBB[A-Za-z0-9]{24,}',
  'ATCTT3[A-Za-z0-9_=-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{16,}',
  'rubygems_[0-9a-f]{40,}',
  'cio[A-Za-z0-9]{32}',
  'dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,}',
  'oy2[a-z0-9]{43}',
  'CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}',
  'bkua_[0-9a-f]{30,}',
  'sq[pau]_[0-9a-f]{40}',
  'sgp_[A-Za-z0-9_]{40,}',
  // Clouds and platforms.
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA|A3T[A-Z0-9])[A-Z0-9]{12,}',
  'ABSK[A-Za-z0-9+/]{40,}={0,2}',
  'bedrock-api-key-[A-Za-z0-9+/]{20,}={0,2}',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_.-]{16,}',
  '1//0[A-Za-z0-9_-]{30,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  'LTAI[A-Za-z0-9]{12,}',
  'AKID[A-Za-z0-9]{13,}',
  '[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}',
  'do[opr]_v1_[0-9a-f]{32,}',
  'dapi[0-9a-f]{32}(?:-\\d)?',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{16,}',
  'hv[sbr]\\.[A-Za-z0-9_-]{20,}',
  '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{40,}',
  'HRKU-[A-Za-z0-9_-]{30,}',
  'fo1_[A-Za-z0-9_-]{30,}',
  'fm[12]_[A-Za-z0-9+/]{40,}={0,2}',
  'nf[pcoub]_[A-Za-z0-9]{30,}',
  'vc[pikar]_[A-Za-z0-9]{20,}',
  'vercel_[A-Za-z0-9_]{20,}',
  'rnd_[A-Za-z0-9]{20,}',
  'sb(?:p|_secret|_publishable)_[A-Za-z0-9_-]{20,}',
  'v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,}',
  'cf(?:ut|at|k)_[A-Za-z0-9_-]{30,}',
  'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{20,}',
  'napi_[a-z0-9]{40,}',
  'pul-[0-9a-f]{40}',
  'tskey-[a-z]+-[A-Za-z0-9-]{10,}',
  'nvapi-[A-Za-z0-9_-]{30,}',
  // Work, chat and mail.
  'xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,}',
  'xapp-\\d-[A-Za-z0-9-]{10,}',
  'xwfp-[A-Za-z0-9-]{10,}',
  'lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}',
  'secret_[A-Za-z0-9]{40,}',
  'ntn_[A-Za-z0-9]{30,}',
  'fig[dou][rh]?_[A-Za-z0-9_-]{20,}',
  'pat[A-Za-z0-9]{14}\\.[0-9a-f]{40,}',
  'pat-[a-z]{2}\\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  'ATTA[0-9a-f]{60,}',
  'apify_api_[A-Za-z0-9]{30,}',
  'CFPAT-[A-Za-z0-9_-]{40,}',
  'pnu_[A-Za-z0-9]{36}',
  'PMAK-[0-9a-f]{24}-[0-9a-f]{20,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'key-[0-9a-zA-Z]{32}',
  '[0-9a-f]{32}-us\\d{1,2}',
  'xkeysib-[0-9a-f]{40,}-[A-Za-z0-9]{10,}',
  're_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}',
  'AC[0-9a-f]{32}',
  'SK[0-9a-f]{32}',
  '\\d{8,10}:[A-Za-z0-9_-]{35}',
  '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,45}',
  'mfa\\.[A-Za-z0-9_-]{80,}',
  // Money and shops.
  '(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{20,}',
  'shp(?:at|ca|pa|ss|tka|it)_[0-9a-zA-Z]{24,}',
  'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}',
  'EAAA[A-Za-z0-9_-]{56,}',
  'EAA[A-Za-z0-9]{80,}',
  'access_token\\$(?:production|sandbox)\\$[0-9a-z]{10,}\\$[0-9a-f]{20,}',
  'FLW(?:SECK|PUBK)(?:_TEST)?-[0-9a-zA-Z]{12,}(?:-X)?',
  // Monitoring.
  'glc_[A-Za-z0-9+/]{32,}={0,2}',
  'glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}',
  'sntr[yu]s_[A-Za-z0-9+/=_.-]{20,}',
  'NR(?:AK|JS|II|AA|RA|SP)-[A-Za-z0-9-]{16,}',
  'ph[cxsr]_[A-Za-z0-9]{30,}',
  'dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{40,}',
  'dd(?:p|api|app)_[A-Za-z0-9]{30,}',
  // Keys and tokens of no one issuer, and what is stored in the place of passwords.
  '\\$(?:2[abxy]\\$\\d\\d\\$[A-Za-z0-9./]{53}|(?:apr1|[156y])\\$(?:rounds=\\d+\\$)?[A-Za-z0-9./]{1,24}\\$[A-Za-z0-9./]{20,90}|argon2(?:id|i|d)\\$v=\\d+\\$[a-z0-9=,]{5,40}\\$[A-Za-z0-9+/]{8,90}\\$[A-Za-z0-9+/]{16,120})',
  // A PEM block in base64, unless it begins with CERT or PUBL.
  'LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[A-Za-z0-9+/_-]{16,}={0,2}',
  'ops_eyJ[A-Za-z0-9+/=_-]{40,}',
  'A3-[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5,6}){3,4}',
  'AGE-SECRET-KEY-1[A-Za-z0-9]{40,}',
  'age-secret-key-1[a-z0-9]{40,}',
  'v[1-4]\\.(?:local|public)\\.[A-Za-z0-9_-]{30,}(?:\\.[A-Za-z0-9_-]+)?',
];

// Addresses that are credentials by themselves: whoever knows them may post.
const secretPaths = [
  'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{8,})',
  'discord(?:app)?\\.com/api/(?:v\\d+/)?webhooks/(\\d{5,}/[A-Za-z0-9_-]{20,})',
  'api\\.telegram\\.org/(?:file/)?bot(\\d{5,}(?::|%3A)[A-Za-z0-9_-]{20,})',
  'webhook\\.office\\.com/webhookb2/([A-Za-z0-9@/_-]{20,})',
  'open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v\\d/hook/([A-Za-z0-9-]{16,})',
  'openweathermap\\.org/\\S{1,300}[?&]appid=([0-9a-fA-F]{16,})',
  'maker\\.ifttt\\.com/trigger/[^/\\s]{1,80}/with/key/([A-Za-z0-9_-]{10,})',
  'hooks\\.zapier\\.com/hooks/catch/(\\d+/[A-Za-z0-9]{4,})',
];

// Beginnings that nothing else has: these need not stand free, as where a text was put together without a blank.
const distinct: readonly string[] = [
  'sk-(?:proj|ant|or|svcacct|admin)-[A-Za-z0-9_-]{20,}',
  'gh[opusr]_[A-Za-z0-9]{36,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  'glpat-[A-Za-z0-9_.-]{20,}',
  'npm_[A-Za-z0-9]{36,}',
  'hf_[A-Za-z0-9]{34,}',
  'dckr_pat_[A-Za-z0-9_-]{16,}',
  'AIza[A-Za-z0-9_-]{35,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  'xox[a-z]-\\d[A-Za-z0-9-]{16,}',
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}',
  'whsec_[A-Za-z0-9+/=]{20,}',
  'shp(?:at|ca|pa|ss)_[0-9a-f]{32,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
];

const anyShape = shapes.join('|');
// A token stands free; in text whose lines were joined it may follow a word at once.
const freeStanding = new RegExp(`(?<![A-Za-z0-9_])(?:${anyShape})|${distinct.join('|')}`, 'g');
const anywhere = new RegExp(`(?:${anyShape})`, 'g');

// A web token may begin wherever `eyJ` stands in a run of its characters. Looking ahead settles on the first place, so
// that each run is read once and not from every such place anew.
function webToken(before: string, rest: string): RegExp {
  return new RegExp(String.raw`(?<![A-Za-z0-9_-])(?=([A-Za-z0-9_-]*?)${before}eyJ)\1eyJ[A-Za-z0-9_-]{8,}${rest}`, 'g');
}
const anyParts = String.raw`={0,2}\.{1,2}[A-Za-z0-9_-]{4,}={0,2}(?:\.[A-Za-z0-9_-]{0,4096}){0,3}`;
const webTokens = {
  freeStanding: webToken('(?<![A-Za-z0-9_])', anyParts),
  // Three parts of which two are JSON are distinct.
  distinct: webToken('', String.raw`\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{8,}`),
  anywhere: webToken('', anyParts),
};

const addresses = new RegExp(secretPaths.join('|'), 'dgi');

/** No shape is shorter than this, in characters that all of them are made of: they are looked for nowhere else. */
const runs = /(?<![A-Za-z0-9_.:$/=+~,-])[A-Za-z0-9_.:$/=+~,-]{12,}/g;
/** The one with a blank in it. */
const spaced = /FlyV1 fm[0-9]_[A-Za-z0-9+/=,_]{20,}/g;
const awsSecretLength = 40;
/** The secret of an AWS key has no shape of its own, but often stands behind the key's id. */
const awsPair =
  /A[KS]IA[A-Z0-9]{16}(?:\\?["'])?\s{0,3}[\s,:/;|]\s{0,3}(?:\\?["'])?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;

/** Where a text holds something in the shape of a known issuer's credentials. */
export function findTokens(text: string): readonly Span[] {
  return [
    ...matches(text, freeStanding),
    ...findWebTokens(text, webTokens.freeStanding),
    ...findWebTokens(text, webTokens.distinct),
    ...findAddresses(text),
    ...findAwsSecrets(text),
  ];
}

/** The same in a text whose lines were joined. */
export function findTokensInJoined(text: string): readonly Span[] {
  return [...matches(text, anywhere), ...findWebTokens(text, webTokens.anywhere), ...findAwsSecrets(text)];
}

function findAwsSecrets(text: string): readonly Span[] {
  return [...matchesIn(text, awsPair)].map(({ index, 0: { length } }) => ({
    start: index + length - awsSecretLength,
    end: index + length,
  }));
}

function findWebTokens(text: string, pattern: RegExp): readonly Span[] {
  if (!text.includes('eyJ')) return [];
  return [...matchesIn(text, pattern)].map((match) => ({
    start: match.index + (match[1] ?? '').length,
    end: match.index + match[0].replace(/[-_.]+$/, '').length,
  }));
}

function matches(text: string, pattern: RegExp): readonly Span[] {
  const spans = [...matchesIn(text, spaced)].map((match) => spanOf(match, 0));
  for (const run of matchesIn(text, runs)) {
    for (const match of matchesIn(run[0], pattern)) {
      // Words joined by hyphens look like a key that starts with `sk-`; keys have digits or both cases.
      if (/^(?:c?sk|xai|pplx|tvly|pypi)-/.test(match[0]) && !mixed(match[0])) continue;
      spans.push(spanOf(match, run.index));
    }
  }
  return spans;
}

function spanOf(match: RegExpExecArray, offset: number): Span {
  const start = offset + match.index;
  return { start, end: start + match[0].replace(/[-_.]+$/, '').length };
}

function mixed(token: string): boolean {
  const body = token.slice(token.indexOf('-') + 1);
  return /\d/.test(body) || /[A-Z]/.test(body);
}

function findAddresses(text: string): readonly Span[] {
  const spans: Span[] = [];
  if (!text.includes('/')) return spans;
  for (const match of matchesIn(text, addresses)) {
    const indices = match.indices?.slice(1).find((range) => range !== undefined);
    if (indices !== undefined) spans.push({ start: indices[0], end: indices[1] });
  }
  return spans;
}
