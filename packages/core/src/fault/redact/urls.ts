import { matchesIn } from './matches-in.ts';
import type { Span } from './span.ts';

const placeholder = '[redacted]';
const web = /^(?:https?|wss?|ftp|git|ssh|file)$/i;
/** How much of a URL is read for its user information. */
const longestUrl = 8_192;

/**
 * Where URLs and connection strings carry credentials in front of their host. Query parameters are judged by name,
 * with all other assignments.
 */
export function findUserInfo(text: string): readonly Span[] {
  return [...inUrls(text), ...inDataSourceNames(text)];
}

function inUrls(text: string): Span[] {
  if (!text.includes('://')) return [];
  const spans: Span[] = [];
  const schemes = [...matchesIn(text, /:\/\/(?<=([a-z][a-z0-9+.-]{0,30}):\/\/)/gi)];
  for (const [index, match] of schemes.entries()) {
    const next = schemes[index + 1];
    const start = match.index + match[0].length;
    // A URL inside another's query is read for itself.
    const limit = Math.min(next === undefined ? text.length : next.index - (next[1] ?? '').length, start + longestUrl);
    const rest = /^[^\s"'`<>|\\]*/.exec(text.slice(start, limit))?.[0] ?? '';
    const length = userInfoLength(rest, web.test(match[1] ?? ''));
    if (length > 0 && rest.slice(0, length) !== placeholder) spans.push({ start, end: start + length });
  }
  return spans;
}

/** How many characters stand before the `@` that ends the user information; 0 where there is none. */
function userInfoLength(rest: string, isWeb: boolean): number {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const inAuthority = authority.lastIndexOf('@');
  // Generated passwords hold `/`, `?`, `#` and `@`, and are often not encoded: then the authority ends too early, and
  // what stands behind its colon is no port. A web address has `@` in its path as well.
  const anywhere = rest.lastIndexOf('@');
  const portLike = /^[^:]*(?::\d*)?$/.test(authority);
  if (inAuthority >= 0 && isWeb) return inAuthority;
  if (anywhere > inAuthority && (inAuthority >= 0 || !portLike))
    return beforeHost(rest, anywhere) ? anywhere : Math.max(inAuthority, 0);
  return Math.max(inAuthority, 0);
}

function beforeHost(rest: string, at: number): boolean {
  return /^[\w[(.-]/.test(rest.slice(at + 1));
}

// With what each of them has, which is found far sooner.
const dataSourceNames: readonly (readonly [RegExp, RegExp])[] = [
  // root:secret@tcp(127.0.0.1:3306)/db, user:secret@host:5432/db; package names look alike.
  [
    /:[^\s:@/]{1,128}@[A-Za-z0-9]/,
    /(?<![\w./:@-])(?!(?:npm|mailto|git|workspace|file|link|patch|jsr|acct|xmpp|sips?|https?|portal):)[\w.+-]{1,64}:([^\s:@/"'`<>,;()[\]{}]{1,128})@(?=(?:tcp|unix|udp)\(|[A-Za-z0-9][\w.-]{0,200}(?::\d{2,5}|\/[\w-]))/dg,
  ],
  // jdbc:oracle:thin:scott/tiger@//host:1521/service
  [/thin:/, /\bthin:([^\s@/"']{1,64}\/[^\s@"']{1,128})@/dg],
  // sqlplus scott/tiger@db1, scott/tiger@//host:1521/service
  [
    /sql(?:plus|ldr|cl)|(?:ex|im)pdp|rman/i,
    /\b(?:sqlplus|sqlldr|sqlcl|expdp|impdp|rman)\s{1,8}(?:-\w{1,16}\s{1,8}){0,4}["']?[\w$#]{1,64}\/([^\s@/"']{1,128})@/dgi,
  ],
  [/@\/\//, /(?<![\w./:@-])[\w$#]{1,64}\/([^\s@/"'`]{1,128})@(?=\/\/[\w.-]{1,253}[:/])/dg],
];
// curl -u bob:secret
const userFlag = /(?:^|[\s"'])(?:-u|--user|--proxy-user)[ =,]{1,2}["']?[^\s:"'@/]{1,64}:([^\s"'`]{1,200})/dg;

/** `docker run --user 1000:1000`: a user and a group. */
function isContainerUser(text: string, { 0: flag, index }: RegExpExecArray): boolean {
  if (!/[ =,"']\d{1,6}:\d{1,6}$/.test(flag)) return false;
  return /\b(?:docker|podman|nerdctl|buildah)\b[^\n]*$/.test(text.slice(Math.max(0, index - 200), index));
}

function inDataSourceNames(text: string): Span[] {
  const patterns = [
    ...(text.includes('@') ? dataSourceNames.filter(([gate]) => gate.test(text)).map(([, pattern]) => pattern) : []),
    ...(text.includes('-u') ? [userFlag] : []),
  ];
  return patterns.flatMap((pattern) =>
    [...matchesIn(text, pattern)].flatMap((match) => {
      const range = match.indices?.[1];
      if (pattern === userFlag && isContainerUser(text, match)) return [];
      return range === undefined || match[1] === placeholder ? [] : [{ start: range[0], end: range[1] }];
    }),
  );
}
