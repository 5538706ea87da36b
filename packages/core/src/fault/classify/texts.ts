import type { FaultKind } from '../catalogue.ts';
import type { Locale } from '../locale/locale.ts';

/** What kind of service a dependency is, as far as a port or a driver tells. */
export type Service = 'database' | 'cache' | 'queue' | 'search' | 'mail' | 'directory';

/** Sentences for what the catalogue's own are too general for; none holds anything of the error. */
export const texts = {
  certificate: {
    en: "A secure connection could not be made: the other side's certificate was not accepted.",
    zh: '无法建立安全连接：对方的证书未被接受。',
  },
  commandNotFound: {
    en: 'The command could not be started: it was not found or may not be executed.',
    zh: '命令无法启动：找不到该命令或没有执行权限。',
  },
  addressInUse: {
    en: 'The address to listen on is already in use.',
    zh: '要监听的地址已被占用。',
  },
  noConnectionFree: {
    en: 'The tool ran out of connections to a service that it needs.',
    zh: '该工具已没有可用于访问所需服务的连接。',
  },
  statementRefused: {
    en: 'The database refused the statement.',
    zh: '数据库拒绝了该语句。',
  },
  requestRefused: {
    en: 'A service that the tool needs refused the request.',
    zh: '该工具所需要的服务拒绝了请求。',
  },
  refused: {
    en: 'The server, or a proxy in front of it, refused the request.',
    zh: '服务器或其前面的代理拒绝了请求。',
  },
  accessRefused: {
    en: 'The server, or a proxy in front of it, refused access; check the credentials that are configured for it.',
    zh: '服务器或其前面的代理拒绝访问；请检查为其配置的凭据。',
  },
  unsupported: {
    en: 'The server does not support the request.',
    zh: '服务器不支持该请求。',
  },
  noEndpoint: {
    en: "There is no MCP endpoint at the server's address.",
    zh: '服务器地址上没有 MCP 端点。',
  },
  redirected: {
    en: 'The server answered with a redirect that was not followed.',
    zh: '服务器返回了重定向，未予跟随。',
  },
  htmlPage: {
    en: 'The server answered with a web page instead of an MCP message; is the address right, or does it ask for a sign-in?',
    zh: '服务器返回的是网页而不是 MCP 消息；地址是否正确，或者是否需要登录？',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;

export type TextKey = keyof typeof texts;

const services: Readonly<Record<Service, Readonly<Record<Locale, string>>>> = {
  database: { en: 'Database', zh: '数据库' },
  cache: { en: 'Cache', zh: '缓存' },
  queue: { en: 'Message queue', zh: '消息队列' },
  search: { en: 'Search', zh: '搜索' },
  mail: { en: 'Mail', zh: '邮件' },
  directory: { en: 'Directory', zh: '目录' },
};

/** Names the kind of service that failed; undefined for the kinds of which the catalogue says all there is. */
export function serviceText(kind: FaultKind, service: Service, locale: Locale): string | undefined {
  const name = services[service][locale];
  switch (kind) {
    case 'dependency_unavailable':
      return locale === 'zh' ? `${name}服务暂时不可用` : `${name} service temporarily unavailable`;
    case 'dependency_timeout':
      return locale === 'zh' ? `${name}服务未及时响应` : `${name} service did not answer in time`;
    default:
      return undefined;
  }
}

/** A corrected example for the caller. */
export function useInstead(example: string, locale: Locale): string {
  return locale === 'zh' ? `请改用“${example}”` : `Use '${example}' instead`;
}

/** The sentence for a key. */
export function sentence(key: TextKey, locale: Locale = 'en'): string {
  return texts[key][locale];
}
