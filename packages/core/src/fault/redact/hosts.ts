import { isFileName } from './paths.ts';

const host = '[host]';

/**
 * Replaces addresses that lead into the operator's network: private and loopback addresses, single-label and internal
 * names, whatever has a port. Public names stay, without user information and port: "api.github.com answered 503" is
 * what a reader needs, and nothing that the caller could not know.
 */
export function withoutHosts(text: string): string {
  return [urls, assignedHosts, namedHosts, unresolved, podNames, ipv6, ipv4, localNames, hostPorts].reduce(
    (rest, replace) => replace(rest),
    text,
  );
}

const webScheme = /^(?:https?|wss?)$/i;
// Whoever speaks one of these names a machine first; what else has a scheme is a resource (`ui://`, `notion://`, `s3://`).
const serviceScheme =
  /^(?:(?:postgres|postgresql|pg|pgsql|mysqlx?|mariadb|cockroachdb|redshift|mongodb|rediss?|valkeys?|memcached?|amqps?|rabbitmq|kafka|pulsar|nats|stomp|mqtts?|zookeeper|etcd|consul|vault|elasticsearch|opensearch|clickhouses?|cassandra|scylla|couchbases?|couchdb|neo4js?|bolts?|influxdb|oracle|sqlserver|mssql|jtds|db2|sybase|hana|snowflake|presto|trino|hive2?|impala|vertica|teradata|firebird|libsql|jdbc|odbc|smtps?|imaps?|pop3s?|ldaps?|ldapi|ssh|sftp|scp|ftps?|tftp|telnet|rsync|smb|cifs|nfs|afp|dav|davs|git|svn|rdp|vnc|socks[45]?h?|tcp|udp|tls|ssl|unix|npipe|quic|grpcs?|thrift|dubbo|sips?|rtsps?|rtmps?|stun|turn|docker|k8s|ssm|tds|hdfs|sb|h2|[a-z]{1,16}(?:db|sql|mq))(?:[+:-][a-z0-9+]{1,20})?|[a-z0-9]{1,20}\+(?:srv|ssh|tcp|tls|ssl|unix|https?))$/i;

function urls(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(
    /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,30}):\/\/([^\s"'`<>|\\，。；、）]{1,4096})/gi,
    (whole: string, scheme: string, rest: string) => {
      if (/^file$/i.test(scheme) || rest.startsWith(host)) return whole;
      const trailing = /(?:(?<!\[redacted)[.,;:!?)\]}])*$/.exec(rest.slice(-17))?.[0] ?? '';
      const body = rest.slice(0, rest.length - trailing.length);
      const parts =
        /^(?:[^/?#@]{0,512}@)?(\[[0-9a-fA-F:.%]{2,64}\]|[^/?#:@]{0,256})(:\d{1,5})?(?=[/?#]|$)([\s\S]*)$/.exec(body);
      const [, name = '', port, path = ''] = parts ?? [];
      if (!webScheme.test(scheme) && !isResource(scheme, body)) return `${scheme}://${host}${trailing}`;
      if (!webScheme.test(scheme)) return whole;
      // Nobody knows all top-level domains, but a certificate for a name that has none is rare.
      const isKnown = isPublic(name) || (/s$/i.test(scheme) && port === undefined && isQualified(name));
      return isKnown ? `${scheme}://${name}${path}${trailing}` : `${scheme}://${host}${trailing}`;
    },
  );
}

// `pg-prod-1`, `zk1`: no list knows the schemes of all services.
const numbered = /^[a-z]{2,20}\d{0,3}(?:-(?:[a-z]{1,20}\d{0,3}|\d{1,3})){0,4}(?<=\d)$/i;

// `vscode://file/home/alice/x.ts`
const machinePath = /^\/{1,3}(?:[A-Za-z]:|home|Users|root|var|etc|opt|usr|srv|private|tmp|mnt|Volumes)(?:\/|$)/;

/** No machine is named: neither by the scheme nor by a user, a port, or a name or address that leads inside. */
function isResource(scheme: string, body: string): boolean {
  const [, name = '', path = ''] = /^([^/?#]*)([^?#]*)/.exec(body) ?? [];
  if (name === '' || serviceScheme.test(scheme) || /[@:[\]+]/.test(name) || machinePath.test(path)) return false;
  if (isInternal(name) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return false;
  return !numbered.test(name) && !(/[\d_-]/.test(name) && services.test(name));
}

/** `postgres.database` is a service and its namespace: a public name ends in a top-level domain. */
function isPublic(name: string): boolean {
  return topLevel.test(name) && isQualified(name);
}

function isQualified(name: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || name.startsWith('[')) return false;
  return /^[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,10}\.?$/u.test(name) && !isInternal(name);
}

// Countries, what is written in other letters, and the commonest of the rest that are no namespace's name as well.
const topLevel =
  /\.(?:[a-z]{2}|xn--[a-z0-9-]{2,59}|(?:(?![a-z])\p{L}){2,63}|com|net|org|edu|gov|mil|int|info|biz|name|pro|mobi|aero|coop|museum|asia|dev|app|page|cloud|tech|xyz|online|site|website|space|store|shop|blog|live|life|news|world|digital|software|studio|design|codes|wiki|academy|agency|company|ventures|solutions|email|link|click|top|icu|one|ninja|guru|rocks|club|pub|ink|zone|land|art|amazon|aws|google|goog|microsoft|azure|apple|test|example)\.?$/iu;

const internalSuffix =
  /(?:^|\.)(?:localhost|localdomain|local|lan|internal|intranet|intra|corp|private|priv|home|prod|production|staging|stage|consul|svc|cluster|pod|node|docker|podman|domain|invalid|ts\.net|beta\.tailscale\.net|home\.arpa|in-addr\.arpa)$/i;
const internalPart =
  /(?:^|\.)(?:svc|internal|compute-1|intranet|corp|local)\.|\.(?:rds|cache|docdb|neptune|redshift|elb|es|efs|dax|memorydb)(?:\.[a-z0-9-]+)?\.amazonaws\.com(?:\.cn)?$|\.(?:database|redis\.cache|servicebus|documents|postgres\.database|mysql\.database|vault)\.(?:azure\.com|windows\.net|azure\.net)$|\.(?:neon\.tech|supabase\.co|mongodb\.net|psdb\.cloud|cockroachlabs\.cloud|clickhouse\.cloud|upstash\.io|redis-cloud\.com|redislabs\.com|aivencloud\.com)$/i;

function isInternal(name: string): boolean {
  const bare = name.replace(/\.$/, '');
  return internalSuffix.test(bare) || internalPart.test(bare);
}

const hostLike = /^[A-Za-z0-9_][\w.-]{0,252}(?::\d{1,5})?$/;
const hostNames =
  /(?:^|[_.-])(?:hosts?|host_?names?|server_?names?)$|[a-z0-9](?:Hosts?|HostNames?|Hostnames?)$|(?:^|_|[A-Z]{2})HOST(?:S|_?NAME)?$/;
const placesInErrors = /^(?:address|(?:local|remote)_?address|server|socket|peer|dest(?:ination)?)$/i;

/** A member of an object without the host that its name says it holds; an error of the network names one in other ways as well. */
export function withoutNamedHost(name: string, value: unknown, beside: object): unknown {
  if (!hostNames.test(name) && !(placesInErrors.test(name) && isNetworkError(beside))) return value;
  return Array.isArray(value) ? value.map(withoutHostOnly) : withoutHostOnly(value);
}

function isNetworkError(error: object): boolean {
  return 'syscall' in error || 'errno' in error || ('code' in error && /^E[A-Z_]{4,}$/.test(String(error.code)));
}

/** A value that is said to be a host; `Alice` is the host of a meeting. */
function withoutHostOnly<Value>(value: Value): Value | string {
  if (typeof value !== 'string' || !hostLike.test(value)) return value;
  const name = value.replace(/:\d{1,5}$/, '').replace(/\.$/, '');
  if (words.test(name) || /^(?:\d+|[A-Z][a-z]+)$/.test(name)) return value;
  return isPublic(name) ? name : host;
}

/** `DB_HOST=a`, `"hostname": "a"`; without quotes a value that is no word, since programs assign hosts as well. */
function assignedHosts(text: string): string {
  if (!/host|server/i.test(text)) return text;
  return text.replace(
    /(?<![\w.-])([A-Za-z][\w.-]{1,63})(\\{0,3}["'`]?\s{0,2}(?:=>|[=:](?![=:]))\s{0,2}(\\{0,3}["'`])?)([A-Za-z0-9_][\w.-]{0,252}(?::\d{1,5})?)(?![\w(/@-]|\.\w)/g,
    (whole: string, name: string, between: string, quote: string | undefined, value: string) =>
      hostNames.test(name) && (quote !== undefined || /\d|-/.test(value) || /^[A-Z_]+=$/.test(name + between))
        ? name + between + withoutHostOnly(value)
        : whole,
  );
}

// Words after which a name is a host, whatever it looks like.
const lead = String.raw`(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME|EAI_FAIL|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|queryA|queryAaaa|querySrv|dial (?:tcp|udp|tcp4|tcp6|unix)|lookup|(?:from|to|on|at|for|against) (?:the )?(?:host|server|node|broker|upstream|backend|replica|endpoint|machine)(?:name)?|[Uu]nknown (?:MySQL |MariaDB )?(?:server )?host|host ?name|[Nn]o such host(?: is known)?[.:]?|[Nn]ame or service not known:?|UnknownHostException:|(?:could not|unable to) resolve(?: host(?:name| address)?)?:?|[Cc]ould not translate host name|(?:[Cc]an't|[Cc]annot|[Cc]ould not|[Uu]nable to|[Ff]ailed to) (?:connect|resolve|reach|contact)(?: to)?(?: (?:MySQL|MariaDB|server|database|host(?:name| address)?|redis|postgres|mongodb|broker|the server|the host|database server))?(?: (?:at|on|server|host))?|connect(?:ion|ing|ed)?(?: refused)? (?:to|by|from|with)(?: (?:server|host|the server|the host|database|peer))?(?: at| on)?|Host(?:name)?:|host(?:name)?=|Host|host|server=|Server=|Data Source=|addr=|address=)`;
// `the server's address`: no quote opens there.
const ofIt = String.raw`'s[.,;:)?!]?(?:\s|$)`;
const afterLead = new RegExp(
  String.raw`(?<![\w.])(${lead}(?!${ofIt})\s{0,2}[:(]?\s{0,2}\\?["'\`‘(]?(?:tcp:)?)(?!lookup\b)([A-Za-z0-9][A-Za-z0-9_.-]{0,252})(:\d{1,5}|,\d{1,5})?(?![A-Za-z0-9_.-]*[A-Za-z0-9_(/])`,
  'g',
);

function namedHosts(text: string): string {
  return text.replace(
    afterLead,
    (whole: string, before: string, name: string, port: string | undefined, offset: number) => {
      const bare = name.replace(/[.-]+$/, '');
      if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(bare)) return whole;
      const trailing = name.slice(bare.length);
      const after = text.slice(offset + whole.length, offset + whole.length + 64);
      if (before.startsWith('lookup') && !lookupFailed.test(after)) return whole;
      if (before === "on server '" && isOfOurs(text.slice(Math.max(0, offset - 130), offset), bare)) return whole;
      if (isPublic(bare)) return isFileName(bare) ? whole : `${before}${bare}${trailing}`;
      if (saysWhat.test(before) && plainWord.test(bare) && !services.test(bare) && goesOn.test(after)) return whole;
      const isLast = connectFailed.test(before) && /^(?:$|[.,;:)\]}"']|\s(?![a-z]))/i.test(after);
      return (isLast && !words.test(bare)) || looksLikeHost(before, bare, port) ? `${before}${host}${trailing}` : whole;
    },
  );
}

/** `'search' on server 'docs' did not answer …` is what another Breakwater says, and `docs` a name for everybody. */
function isOfOurs(before: string, name: string): boolean {
  return /'[^'\n]{1,128}' $/.test(before) && /^[a-z]{2,32}$/i.test(name) && !services.test(name);
}

// `could not write to endpoint: disk full` goes on with what is wrong there; `from backend: mailbox refused` names it first.
const saysWhat = /^(?:from|to|on|at|for|against) (?:the )?(?!host)\w+: $/;
const plainWord = /^[a-z]{2,32}$/;
const goesOn =
  /^ (?!(?:is|was|are|has|had|did|does|not|could|can|cannot|failed|refused|rejected|closed|reset|timed|down|unreachable|returned|answered|responded|at|on|port|and|or|via|from|to)\b)[a-z]{3,}/;
// Behind these stands a host, or a sentence.
const connectFailed = /^(?:ECONN|ETIMEDOUT|E\w{3,4}UNREACH)/;
// How Go goes on; anything else is looked up as well.
const lookupFailed = /^(?: on \S{1,60}:|: (?:no such host|i\/o timeout|server misbehaving|operation|temporary))/i;

const words =
  /^(?:a|an|the|this|that|it|its|is|are|was|be|been|not|no|found|failed|for|from|to|on|at|in|of|with|by|and|or|any|all|your|our|my|your|server|host|hostname|port|database|service|services|upstream|peer|remote|client|backend|endpoint|address|name|names|timeout|timed|error|refused|reset|closed|lost|after|before|because|due|via|within|unexpectedly|redirected|localhost|null|undefined|unknown|unreachable|down|unavailable|required|resolution|lookup|key|header|must|should|has|have|does|did|cannot|can|could|will|would|may|might|tcp|udp|dial|dns|ssh|ping|curl|wget|fetch|request|information|body|payload|language|country|field|argument|parameter|http|https|internet|network|proxy|socket|value|table|model|tool|resource|resources|there|them|you|one|another|other|such|each|either|both|time|temporary|temporarily|again|here|invalid|missing|empty|string|number|expected|optional|none|true|false|while|when|during|broken|connection|read|write|waiting|trying|nothing|permission|forbidden|denied|overloaded|busy|unauthorized)$/i;

/** After weak words ("to", "host") only what is quoted, has a port, or is no word of a sentence. */
function looksLikeHost(before: string, name: string, port: string | undefined): boolean {
  if (words.test(name)) return port !== undefined && !/^(?:the|a|an|is|to|on|at)$/i.test(name);
  if (port !== undefined || isInternal(name)) return true;
  // `node 12`, and `Host: Alice`, who gives the party.
  if (/^(?:\d+|[A-Z][a-z]+)$/.test(name)) return false;
  const composed = /^[A-Za-z_].*[\d-]|^[0-9a-f]{12}$/.test(name);
  // Kubernetes' own: `Error from server (NotFound)`.
  if (before === 'from server (' && /^(?:[A-Z][a-z]+){2,4}$/.test(name)) return false;
  // Modules and issues are resolved, and reached, as well.
  if (/(?:resolve|reach|contact)\W*$/i.test(before)) return composed && services.test(name);
  if (/["'`‘(]$/.test(before) || /[=:]\s{0,2}$/.test(before)) return true;
  return composed || /^(?:ENOTFOUND|EAI_|query|dial|lookup)|host|translate/i.test(before);
}

/** What a resolver says stands behind the name as well: `ping: db-main: Name or service not known`. */
function unresolved(text: string): string {
  if (!notResolved.test(text)) return text;
  return text.replace(nameNotResolved, (name: string) =>
    isPublic(name) || words.test(name) || /^getaddrinfo$|^[A-Z]\w*(?:Error|Exception|Failure)$/.test(name)
      ? name
      : host,
  );
}

const notKnown =
  '(?:Name or service not known|nodename nor servname provided|Temporary failure in name resolution|No address associated with hostname|Name does not resolve)';
const notResolved = new RegExp(notKnown);
const nameNotResolved = new RegExp(
  String.raw`(?<![\w./@-])[A-Za-z0-9][\w-]{0,62}(?:\.[\w-]{1,63}){0,10}(?=(?::\d{1,5})?: ${notKnown})`,
  'g',
);

// Kubernetes' own: a deployment's replica (api-7d9f8b6c5-x2x4z) and a name inside the cluster.
function podNames(text: string): string {
  if (!/-[0-9a-f]{8,10}-/.test(text)) return text;
  return text.replace(
    /(?<![\w.-])[a-z][a-z0-9-]{0,80}-(?=[0-9a-f]{0,9}\d)[0-9a-f]{8,10}-[a-z0-9]{5}(?![\w-])(?:\.[a-z0-9.-]{1,200})?/g,
    host,
  );
}

const v6 = String.raw`(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6}|::(?:ffff:)?(?:\d{1,3}\.){3}\d{1,3}|::[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6}|(?:[0-9a-fA-F]{1,4}:){1,7}:`;
const ipv6Pattern = new RegExp(
  String.raw`(?<![\w:.])(?:\[(?:${v6})(?:%\w{1,16})?\](?::\d{1,5})?|(?:${v6})(?:%\w{1,16})?(?:\.\d{1,5})?)(?![\w:])`,
  'g',
);

/** `:::3000` is how Node says that a port of all addresses is taken. */
const anyAddress = /(?<![\w:])(?:\[::\]|::):\d{1,5}(?!\d)/g;

function ipv6(text: string): string {
  if (!/:[0-9a-fA-F]{0,4}[:\]]/.test(text)) return text;
  // `Dead::Beef` is a name in a program; an address has a digit.
  return text
    .replace(anyAddress, host)
    .replace(ipv6Pattern, (whole: string) => (/\d/.test(whole) || /^\[?::/.test(whole) ? host : whole));
}

function ipv4(text: string): string {
  if (!/\d\.\d/.test(text)) return text;
  const told = text.replace(
    /(?<![\w.-])(version:? |ver:? |than |(?:section|chapter|clause|release|build)s? |[@=^~] ?)?((?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5}|\/\d{1,2}(?!\d))?(?![\w-]|\.\d)/gi,
    (whole: string, before: string | undefined, address: string) => {
      if (before !== undefined && !before.startsWith('=')) return whole;
      // `Chrome/120.0.0.0`; a network has its length behind it.
      if (/^(?!10\.|127\.)[1-9]\d*\.0\.0\.0$/.test(whole)) return whole;
      const valid = address.split('.').every((part) => Number(part) <= 255 && (part === '0' || !part.startsWith('0')));
      return valid ? `${before ?? ''}${host}` : whole;
    },
  );
  // Java's own: `redis01/10.1.1.1:6379`.
  return told.replace(/(?<![\w./@:-])([A-Za-z][\w.-]{0,252})\/(?=\[host\])/g, (whole: string, name: string) =>
    isPublic(name) || words.test(name) ? whole : '',
  );
}

function localNames(text: string): string {
  if (!/localhost|\.[a-z]/i.test(text)) return text;
  return text
    .replace(/(?<=(?<![:/\w])\/\/)[a-z0-9_][a-z0-9_.-]{1,252}(?=(?::\d{1,5})?\/)/gi, (name: string) =>
      isInternal(name) ? host : name,
    )
    .replace(/(?<![\w./@-])localhost(?::\d{1,5})?(?![\w-])/gi, host)
    .replace(
      /(?<![\w@/.-])(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.){1,8}[a-z][a-z0-9-]{1,30}\.?(?::\d{1,5})?(?![\w-]|\()/gi,
      (whole: string, offset: number, rest: string) => {
        // `\\wsl.localhost\Ubuntu\home` goes as a path.
        if (rest.startsWith('\\\\', offset - 2) && rest[offset + whole.length] === '\\') return whole;
        const [name = '', port] = whole.split(':');
        const bare = name.replace(/\.$/, '');
        if (isInternal(bare) && !isFileName(bare)) return whole.endsWith('.') ? `${host}.` : host;
        // A public name keeps no port; `user.age:150` is no host, and what has a source file's ending is a place in a file.
        if (port === undefined || !ports.test(port) || isFileName(bare)) return whole;
        if (topLevel.test(bare)) return name;
        return /[\d-]/.test(bare) && bare.split('.').some((label) => services.test(label)) ? host : whole;
      },
    );
}

// What a name of a service ends in; behind it may stand which of several (`shop-db-1`).
const services =
  /(?:^|[_-])(?:postgres|postgresql|pgsql|pg|pgbouncer|mysql|mariadb|mongo|mongodb|redis|valkey|memcached|rabbitmq|kafka|zookeeper|elasticsearch|opensearch|elastic|nats|etcd|consul|vault|minio|clickhouse|cassandra|db|database|cache|broker|backend|nginx|traefik|envoy|haproxy|proxy|gateway|keycloak|qdrant|weaviate|milvus|chroma|ollama|vllm|grafana|prometheus|loki|influxdb|neo4j|mssql|sqlserver|oracle|upstream|internal|web|api|app|auth|worker|frontend|server|host|mq|queue|svc|service|\w{2,20}(?:db|sql|mq|cache))-?\d{0,3}$/i;
const ports =
  /^(?:20|21|22|23|25|53|80|110|143|389|443|465|587|636|993|1433|1434|1521|1883|2181|2375|2376|2379|2380|3000|3001|3128|3306|3307|4000|4222|4317|4318|5000|5001|5222|5432|5433|5601|5671|5672|5984|6333|6334|6379|6380|6432|6443|7000|7001|7233|7474|7687|8000|8001|8008|8080|8081|8086|8088|8090|8123|8200|8443|8500|8529|8808|8883|8888|9000|9001|9042|9090|9092|9093|9100|9200|9300|9411|9418|9999|10250|11211|11434|15672|16379|19530|26257|26379|27017|27018|27019|28015|50051|50052)$/;

// No count or time comes to these.
const storePorts = /^(?:1433|1521|3306|5432|5672|6379|9042|9092|11211|27017)$/;

/** A number behind a name is its port where the name is a service's; elsewhere it counts, dates or identifies something. */
function hostPorts(text: string): string {
  if (!/:\d\d/.test(text)) return text;
  return text.replace(
    /(?<![\w./:@-])([A-Za-z0-9][A-Za-z0-9_-]{0,62}):(\d{2,5})(?![\w.:-]|\/\d)/g,
    (whole: string, name: string, port: string) => {
      if (/^\d+$/.test(name) || Number(port) > 65_535) return whole;
      const isPort = ports.test(port) || Number(port) >= 1_024;
      const isOneOfMany =
        (/[a-z]-?\d{1,3}$/.test(name) && ports.test(port) && Number(port) >= 1_024) ||
        (name.includes('-') && storePorts.test(port));
      return (isPort && services.test(name)) || isOneOfMany || /^[0-9a-f]{12}$/.test(name) ? host : whole;
    },
  );
}
