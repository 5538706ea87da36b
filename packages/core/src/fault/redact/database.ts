import type { DatabaseTrouble, Phrases } from './phrases.ts';

/** The pattern, or a SQLSTATE of digits alone: a number like any other, unless something says what it is. */
function withState(said: RegExp, codes: string): RegExp {
  const named = String.raw`\b(?:${codes})\b(?<=(?:SQLSTATE\W{0,3}|(?:code|state)\\?["']?\s{0,2}[:=]\s{0,2}\\?["'])\d{5})`;
  return new RegExp(`${said.source}|${named}`, said.flags);
}

/** What drivers say, by what it means to a caller; the first that fits decides. */
const troubles: readonly (readonly [DatabaseTrouble, RegExp])[] = [
  [
    'duplicate',
    withState(
      /duplicate key value violates|duplicate entry '|UNIQUE constraint failed|violates unique constraint|Violation of (?:PRIMARY|UNIQUE) KEY|Cannot insert duplicate key|unique constraint \([^)\n]{1,128}\) violated|ORA-00001\b|E11000\b|ER_DUP_ENTRY|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)|PRIMARY KEY must be unique|Unique constraint failed on the/i,
      '23505',
    ),
  ],
  [
    'reference',
    withState(
      /foreign key constraint|FOREIGN KEY constraint failed|ER_(?:NO_REFERENCED_ROW|ROW_IS_REFERENCED)\w{0,3}|ORA-0229[12]\b|conflicted with the (?:FOREIGN KEY|REFERENCE) constraint|integrity constraint \([^)\n]{1,128}\) violated/i,
      '23503',
    ),
  ],
  [
    'required',
    withState(
      /violates not-null constraint|null value in column|NOT NULL constraint failed|Column '[^'\n]{1,128}' cannot be null|ER_BAD_NULL_ERROR|Cannot insert the value NULL into column|ORA-01400\b|ER_NO_DEFAULT_FOR_FIELD|Field '[^'\n]{1,64}' doesn't have a default value/i,
      '23502',
    ),
  ],
  [
    'rule',
    withState(
      /violates check constraint|CHECK constraint failed|conflicted with the CHECK constraint|ORA-02290\b|ER_CHECK_CONSTRAINT_VIOLATED|check constraint '[^'\n]{1,128}' is violated|violates exclusion constraint|SQLITE_CONSTRAINT|Document failed validation|violates row-level security/i,
      '2351[34]',
    ),
  ],
  [
    'value',
    /invalid input (?:syntax|value) for|value too long for type|out of range for (?:type|column)|ER_(?:DATA_TOO_LONG|TRUNCATED_WRONG_VALUE|WARN_DATA_OUT_OF_RANGE|WARN_DATA_TRUNCATED)\w{0,12}|Data too long for column|Incorrect \w{1,16} value: '|Arithmetic overflow error|Conversion failed when converting|String or binary data would be truncated|ORA-(?:01722|12899|01438|01861|01843|01858)\b|datatype mismatch|invalid byte sequence for encoding|numeric field overflow|\b22P02\b|ER_DIVISION_BY_ZERO|date\/time field value out of range/i,
  ],
  [
    'query',
    withState(
      /syntax error at or near|You have an error in your SQL syntax|ER_PARSE_ERROR|near \\{0,3}"[^"\n]{0,64}": syntax error|\bSqlite\w{0,12}: incomplete input$|Incorrect syntax near|ORA-(?:00942|00904|00933|00936|00911|00907|00917|01756|06550|06512|00923)\b|relation \\{0,3}"[^"\n]{1,128}" (?:does not|already) exists?|column (?:\\{0,3}")?[\w.]{1,128}(?:\\{0,3}")? (?:does not exist(?! in )|of relation|must appear)|missing FROM-clause entry|SQL compilation error|TABLE_OR_VIEW_NOT_FOUND|unconfigured table |(?:Catalog|Binder) Error: |no such (?:table|column|function):(?![^\n]{1,80}\. Did you mean)|has no column named|table [\w"`'\\.]{1,128} (?:doesn't exist|already exists)|line \d{1,6}:\d{1,6}: Table '[^'\n]{1,200}' does not exist|Unknown (?:column|table|database) '|ER_(?:NO_SUCH_TABLE|BAD_FIELD_ERROR|BAD_TABLE_ERROR|BAD_DB_ERROR|NO_DB_ERROR|TABLE_EXISTS_ERROR)|Invalid (?:object|column) name '|ambiguous column|column reference \\{0,3}"|operator does not exist|function [\w.]{1,64}\([^)\n]{0,200}\) does not exist|PLS-\d{5}|database \\{0,3}"[^"\n]{1,64}" does not exist|permission denied for (?:table|relation|schema|sequence|database|view|function)|SELECT command denied|command denied to user|\b42(?:P01|S02|S22)\b|SQLITE_ERROR|bind message supplies|there is no parameter \$|cached plan must not change|prepared statement "/i,
      '42(?:601|703|000|501)',
    ),
  ],
  [
    'conflict',
    withState(
      /deadlock (?:detected(?! in )|found)|was deadlocked on|ORA-00060\b|could not serialize access|could not obtain lock|Lock wait timeout exceeded|ER_LOCK_(?:DEADLOCK|WAIT_TIMEOUT)|ORA-(?:00054|08177)\b|database (?:table |schema )?is locked|SQLITE_(?:BUSY|LOCKED)|WriteConflict|\b40P01\b|current transaction is aborted|snapshot isolation transaction aborted/i,
      '40001',
    ),
  ],
  [
    'timeout',
    withState(
      /canceling statement due to|ER_QUERY_(?:TIMEOUT|INTERRUPTED)|Query execution was interrupted|maximum statement execution time exceeded|Execution Timeout Expired|ORA-(?:01013|12170|03136)\b|Query read timeout|operation exceeded time limit|MaxTimeMSExpired|idle-in-transaction timeout|ETIMEOUT: Failed to connect to/i,
      '57014',
    ),
  ],
  [
    'busy',
    withState(
      /(?:sorry, )?too many (?:clients|connections)(?! between )|remaining connection slots|ER_(?:CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS)|max_user_connections|ORA-(?:00018|00020|12516|12519|12520)\b|connection pool (?:timeout|exhausted|limit)|QueuePool limit|Timeout acquiring a connection|ResourceRequest timed out|timeout exceeded when trying to connect|Timed out fetching a new connection|HikariPool/i,
      '53300',
    ),
  ],
  [
    'unreachable',
    withState(
      /could not connect to server|connection to server (?:at|on)|terminating connection due to|the database system is (?:starting up|shutting down|in recovery)|server closed the connection unexpectedly|Connection terminated unexpectedly|Lost connection to MySQL|MySQL server has gone away|Can't connect to (?:local )?(?:MySQL|MariaDB|server)|Unknown (?:MySQL|MariaDB) server host|PROTOCOL_CONNECTION_LOST|ORA-(?:125(?:0[0-9]|1[0-5]|[2-9]\d)|121\d\d|0311[34]|01034|01033|01089)\b|TNS-\d{5}|network-related or instance-specific|unable to open database file|SQLITE_CANTOPEN|MongoNetworkError|MongoServerSelectionError|Server selection timed out|Can't reach database server|could not translate host name|Communications link failure|\b57P0[123]\b|\b08P01\b/i,
      '0800[1346]',
    ),
  ],
  [
    'readOnly',
    withState(
      /read-only transaction|attempt to write a readonly database|SQLITE_READONLY|running with the --read-only|ER_OPTION_PREVENTS_STATEMENT|ORA-16000\b|NotWritablePrimary|READONLY You can't write/i,
      '25006',
    ),
  ],
  [
    'full',
    withState(
      /could not extend file|SQLITE_FULL|database or disk is full|ER_(?:DISK_FULL|RECORD_FILE_FULL)|The table '[^'\n]{1,64}' is full|ORA-0165[34]\b|filegroup is full/i,
      '53100',
    ),
  ],
  [
    'other',
    /SQLSTATE\W{0,2}[0-9A-Z]{5}|\bORA-\d{5}\b|\bSQL\d{4,5}N\b|\bDB2 SQL error\b|\bER_[A-Z]+(?:_[A-Z]+){1,6}\b|\bSQLITE_[A-Z]{3,}|\bPrismaClient\w{1,40}Error|\bSequelize\w{1,40}Error|\bQueryFailedError\b|\bpsycopg2?\.|\bsqlalchemy\.|\bsqlite3\.\w+Error|\b(?:java\.sql|org\.postgresql|com\.mysql|oracle\.jdbc|com\.microsoft\.sqlserver)\.|\bMsg \d{2,5}, Level \d{1,2}, State \d|\bMongoServerError\b|\bPDOException\b|(?:^|: )(?:pq|pgx?): (?=[a-z])|\bNpgsql\.|\bSqlException\b|\bActiveRecord::|\bPG::\w+|\bMysql2::|\bmysqli?_/,
  ],
];

/** What each of them has: a search for these is far cheaper than one for all that drivers say. */
const mayBeTrouble =
  /duplicate|unique|violat|constraint|ora-|e11000|er_|sql|code|state|null|default value|failed validation|invalid|too long|out of range|incorrect|overflow|conversion|truncated|mismatch|22p02|syntax|relation|column|FROM-clause|TABLE_OR_VIEW|unconfigured|(?:catalog|binder) error|no such|exist|unknown|pls-|denied|42[ps]|bind message|no parameter|cached plan|prepared|lock|serialize|conflict|40p01|transaction|cancel|interrupted|execution|time ?out|exceeded|expired|too many|connect|pool|timed out|database|tns-|network-related|mongo|translate host|communications|57p0|08p01|read-?only|writable|extend file|is full|prisma|sequelize|queryfailed|psycopg|oracle|msg |pdo|pq:|pgx?:|activerecord|pg::/i;

// Lines that only explain an error to whoever runs the database.
const annotations =
  /^\s*(?:DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LOCATION|WHERE|SCHEMA NAME|TABLE NAME|COLUMN NAME|CONSTRAINT NAME|DATATYPE NAME|LINE \d+|detail|hint|Detail|Hint|position|\[?(?:SQL|sql|parameters|params)\]?)\s?:.*$|^\s*\(Background on this error at:.*\)$|^\s*\^\s*$|^\s*Query was:.*$|^\s*Candidate (?:bindings|tables|functions): .*$|^\s*error line \d+ at position \d+$|^\s*invalid identifier '[^'\n]*'$|^\s*(?:Is the server running |TCP\/IP connections on port ).*$/;

// A word in front of what a driver says: an error's class, a severity, a code; the sentence of the tool itself stays.
const noise =
  /(?:[([]?(?<!\w)(?:(?:[\w.$]|::){1,80}(?:Error|Exception|Violation|UndefinedTable|UndefinedColumn)\)?|ERROR|error|FATAL|PANIC|Error|SQLSTATE\W{0,2}[0-9A-Z]{5}\W{0,3}|\d{4,5}(?: \([0-9A-Z]{5}\))?\)?,?|SQLSTATE\W{0,3}|Error Code \d{1,5}|Msg \d{1,5}[^\n:]{0,60}|\d{1,2} ERROR|Unique violation|Integrity constraint violation|pq|pgx?|sqlite3?)|\[[\w ]{1,40}\]{1,2}|\(conn[^)\n]{0,40}\)|\(psycopg2?[\w.]{0,60}\))\s{0,4}[:,]?\s{0,4}$/;
/** More than the longest of them. */
const longestNoise = 128;

/** Replaces what database drivers say, and queries, by what a caller can use of them. */
export function withoutDatabase(text: string, phrases: Phrases): string {
  const isSaid = mayBeTrouble.test(text) && troubles.some(([, pattern]) => pattern.test(text));
  if (!isSaid && !mayHoldQuery.test(text)) return text;
  const { other } = phrases.database;
  const lines: string[] = [];
  let said = false;
  for (const line of text.split('\n')) {
    if (said && annotations.test(line)) continue;
    const sentence = sentenceFor(line, phrases);
    said ||= sentence !== undefined;
    if (sentence === undefined || lines.at(-1) !== sentence) lines.push(sentence ?? line);
  }
  if (!said) return withoutQueries(text);
  // The class of an error says less than its message, which often stands on another line.
  const specific = lines.some(
    (line) => line !== other && Object.values(phrases.database).some((each) => line.endsWith(each)),
  );
  return withoutQueries(lines.filter((line) => !specific || line !== other).join('\n'));
}

function sentenceFor(line: string, phrases: Phrases): string | undefined {
  for (const [trouble, pattern] of troubles) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const sentence = phrases.database[trouble];
    const before = withoutQueries(clauseBefore(line, match.index));
    return before === '' ? sentence : `${before} ${sentence}`;
  }
  return undefined;
}

/** What the tool said itself before it gave the driver's words ("Could not save the note: …"). */
function clauseBefore(line: string, at: number): string {
  const before = line.slice(Math.max(0, at - 2_000), at).trimEnd();
  const own = withoutNoise(before).trimEnd();
  // What does not end a clause belongs to the driver's sentence.
  const clause = /[:.;!?,，：。；([-]$/.test(own) ? own : (/^.*[:.;!?：。；]/.exec(own)?.[0] ?? '');
  return clause.replace(/[([\s-]+$/, '').replace(/,$/, ':');
}

/** Takes one word after the other from the end: one pattern for all of them could divide a text in more ways than there is time to try. */
function withoutNoise(before: string): string {
  let own = before;
  for (;;) {
    const word = noise.exec(own.slice(-longestNoise))?.[0];
    if (word === undefined) return own;
    own = own.slice(0, own.length - word.length);
  }
}

const mayHoldQuery =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP|TRUNCATE|WITH|REPLACE|EXEC|GRANT|REVOKE|CALL|BEGIN|COPY)\b/i;
const table = String.raw`[\w"\`\[\].$-]{1,128}`;
// As keywords in capitals, or with enough of a statement's build that no sentence is taken for one.
const queries = new RegExp(
  [
    String.raw`SELECT\s[^\n]{1,800}?\sFROM\s`,
    String.raw`select\s(?:\*|distinct\s|count\(|[\w"\`.]{1,64}(?:\sas\s[\w"\`]{1,64})?\s?,|["\`][\w.]{1,64}["\`]|[\w.]{1,64}\.)[^\n]{0,400}?\sfrom\s["\`\[\w]`,
    String.raw`select\s[\w.,* ]{1,200}\sfrom\s${table}\s(?:where|order by|group by|limit|join|inner join|left join|as)\s`,
    String.raw`(?:INSERT|insert|REPLACE|replace)\s(?:INTO|into)\s${table}\s?(?:\(|VALUES|values|SELECT|select|DEFAULT)`,
    String.raw`(?:UPDATE|update)\s${table}\s(?:SET|set)\s[\w"\`.\[\]]{1,128}\s?=`,
    String.raw`DELETE\sFROM\s${table}|delete\sfrom\s${table}\s(?:where|using)\s`,
    String.raw`(?:CREATE|ALTER|DROP)\s(?:OR\sREPLACE\s|TEMP(?:ORARY)?\s|UNIQUE\s)?(?:TABLE|INDEX|VIEW|DATABASE|SCHEMA|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|ROLE|USER|EXTENSION)\s`,
    String.raw`(?:create|alter|drop)\s(?:table|index|view)\s(?:if\s(?:not\s)?exists\s)?${table}\s?(?:\(|add\s|drop\s|alter\s|rename\s|on\s)`,
    String.raw`TRUNCATE\sTABLE\s|MERGE\sINTO\s|GRANT\s\w{1,20}\sON\s|WITH\s(?:RECURSIVE\s)?${table}\sAS\s?\(|EXEC(?:UTE)?\s(?:dbo\.|sp_|@)|COPY\s${table}\s(?:FROM|TO)\s`,
  ].join('|'),
  'g',
);

/** Replaces SQL statements, up to the quote, bracket or semicolon that ends them. */
function withoutQueries(text: string): string {
  if (!mayHoldQuery.test(text)) return text;
  const unwrapped = text.replace(
    /\n\s{0,80}(?=(?:FROM|WHERE|VALUES|SET|JOIN|LEFT|RIGHT|INNER|OUTER|AND|OR|ORDER|GROUP|HAVING|LIMIT|OFFSET|RETURNING|UNION|ON|INTO|from|where|values|set|join|left|inner|and|order by|group by|limit|returning)\b)/g,
    ' ',
  );
  let result = '';
  let at = 0;
  let line: Line | undefined;
  for (const match of unwrapped.matchAll(queries)) {
    if (match.index < at) continue;
    const from = match.index + match[0].length;
    if (line === undefined || from > line.end) line = lineFrom(unwrapped, from);
    result += `${unwrapped.slice(at, match.index)}[sql]`;
    at = endOfQuery(unwrapped, match.index, from, line);
  }
  return at === 0 ? text : result + unwrapped.slice(at);
}

/** A line, or what is left of it. It may hold many queries, so that what is searched for from its end is kept. */
interface Line {
  readonly end: number;
  /** Where the last of such a mark stands; −1 where there is none. */
  last(mark: string): number;
  /** Where a dash stands behind which the driver goes on, as query builders write it; −1 where none does. */
  dash(): number;
}

function lineFrom(text: string, from: number): Line {
  const lineEnd = text.indexOf('\n', from);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const rest = text.slice(from, end);
  const found = new Map<string, number>();
  let dashAt: number | undefined;
  const line: Line = {
    end,
    last(mark) {
      let at = found.get(mark);
      if (at === undefined) {
        at = rest.lastIndexOf(mark);
        found.set(mark, at);
      }
      return at < 0 ? at : from + at;
    },
    dash() {
      if (dashAt === undefined) {
        dashAt = line.last(' - ');
        if (dashAt >= 0 && !/^[A-Za-z][^=$*?]*$/.test(text.slice(dashAt + 3, end))) dashAt = -1;
      }
      return dashAt;
    },
  };
  return line;
}

const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '[': ']', '(': ')' };

function endOfQuery(text: string, start: number, from: number, line: Line): number {
  const opener = /["'`[(](?=(?:SQL: ?)?$)/.exec(text.slice(Math.max(0, start - 8), start))?.[0];
  const close = opener === undefined ? undefined : closers[opener];
  const closing = close === undefined ? -1 : line.last(close);
  if (closing >= from) return closing;
  if (line.dash() >= from) return line.dash();
  const semicolon = text.slice(from, line.end).search(/;(?:\s|$)/);
  return semicolon < 0 ? line.end : from + semicolon + 1;
}
