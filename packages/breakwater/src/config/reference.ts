import type { ReferenceLocale } from './described.ts';
import { jsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const texts = {
  en: {
    title: 'Configuration',
    generated: 'Generated from the schema in code; change it there.',
    intro: [
      'The file is `breakwater.json`: JSON, with comments and trailing commas allowed, in UTF-8. `mcpServers` stays what hosts have; everything else stands beside it. An unknown key is an error, except inside an entry of `mcpServers`, where it is a warning, since hosts put their own there.',
    ],
    rules: [
      'Rules merge from general to special: `defaults`, then `servers.NAME`, then `tools["NAME/*"]`, then `tools["NAME/TOOL"]`. Objects merge, everything else is replaced.',
      'A duration is a string with a unit (`250ms`, `20s`, `1.5m`, `1h`, `2d`), from 1 ms to 365 days, or a number of milliseconds under a key that ends in `Ms`. A bare number anywhere else is an error.',
      '`${VAR}` in any string is replaced by that environment variable, `${VAR:-default}` by the default where the variable is unset or empty. A variable that is unset or empty and has no default stops the start. Write `$${` for `${` itself. Keys are left as they are.',
      'A server with `"disabled": true` is left out.',
    ],
    columns: ['Key', 'Value', 'Default', 'Meaning'],
    levels: 'Where',
    sections: {
      '': 'The file',
      mcpServers: 'An entry of `mcpServers`',
      rules: 'Rules',
      access: '`access`',
      retry: '`retry`',
      codes: 'The keys of `codes`',
    },
    none: '–',
    required: 'required',
    types: {
      duration: 'duration',
      string: 'string',
      integer: 'integer',
      boolean: 'true or false',
      object: 'object',
      array: 'array of',
      map: 'object of',
    },
    example: 'Example',
  },
  zh: {
    title: '配置',
    generated: '由代码中的 schema 生成，请在代码中修改。',
    intro: [
      '配置文件为 `breakwater.json`：UTF-8 编码的 JSON，允许注释和尾随逗号。`mcpServers` 与各宿主的写法完全相同，其余设置与它并列。未知的键是错误；只有 `mcpServers` 条目内的未知键仅给出警告，因为宿主会在那里放自己的设置。',
    ],
    rules: [
      '规则由一般到具体依次合并：`defaults`、`servers.NAME`、`tools["NAME/*"]`、`tools["NAME/TOOL"]`。对象合并，其余替换。',
      '时长写作带单位的字符串（`250ms`、`20s`、`1.5m`、`1h`、`2d`），从 1 毫秒到 365 天；以 `Ms` 结尾的键则为毫秒数。其他地方不带单位的数字是错误。',
      '任何字符串中的 `${VAR}` 会替换为该环境变量，`${VAR:-default}` 在变量未设置或为空时取默认值。变量未设置或为空且没有默认值时，拒绝启动。`$${` 表示 `${` 本身。键名不做替换。',
      '带有 `"disabled": true` 的服务器不提供服务。',
    ],
    columns: ['键', '值', '默认值', '含义'],
    levels: '位置',
    sections: {
      '': '文件',
      mcpServers: '`mcpServers` 的条目',
      rules: '规则',
      access: '`access`',
      retry: '`retry`',
      codes: '`codes` 的键',
    },
    none: '–',
    required: '必填',
    types: {
      duration: '时长',
      string: '字符串',
      integer: '整数',
      boolean: 'true 或 false',
      object: '对象',
      array: '数组，元素为',
      map: '对象，值为',
    },
    example: '示例',
  },
} as const;

type Texts = (typeof texts)[ReferenceLocale];

/** A configuration that shows most keys; tests hold it to be valid. */
export const exampleConfig = `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] },
    "search": { "url": "https://search.example/mcp", "headers": { "Authorization": "Bearer \${SEARCH_TOKEN}" } },
  },
  "servers": {
    "search": { "trustAnnotations": "all", "connectTimeout": "5s" },
  },
  "tools": {
    "search/*": { "timeout": "20s", "retry": { "maxAttemptsRead": 3 } },
    "files/write_file": { "safety": "idempotent" }, // the same text twice is the same file
  },
  "defaults": { "deadline": "5m", "locale": "en" },
  "listen": "127.0.0.1:8808",
  "support": "ops@example.org",
}
`;

/** Renders the reference page of the configuration as Markdown. */
export function renderConfigReference(locale: ReferenceLocale): string {
  const text = texts[locale];
  const root = jsonSchema(locale);
  const { properties = {} } = root;
  const parts = [
    `# ${text.title}`,
    `<!-- ${text.generated} -->`,
    ...text.intro,
    `## ${text.example}`,
    `\`\`\`jsonc\n${exampleConfig}\`\`\``,
    ...text.rules,
    section(text, '', root),
    section(text, 'mcpServers', entryOf(properties['mcpServers'])),
    rulesSection(text, properties),
    section(text, 'retry', properties['defaults']?.properties?.['retry']),
    section(text, 'access', properties['access']),
    `## ${text.sections.codes}`,
    (properties['codes']?.propertyNames?.enum ?? []).map((kind) => `\`${String(kind)}\``).join(', '),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(text: Texts, name: keyof Texts['sections'], schema: JsonSchema | undefined): string {
  const rows = Object.entries(schema?.properties ?? {}).map(([key, value]) => {
    const isRequired = schema?.required?.includes(key) === true;
    return row([
      `\`${key}\``,
      describeType(text, value),
      describeDefault(text, value, isRequired),
      value.description ?? '',
    ]);
  });
  return table(`## ${text.sections[name]}`, text.columns, rows);
}

// The same rules stand at several levels: one table says which at which.
function rulesSection(text: Texts, properties: Readonly<Record<string, JsonSchema>>): string {
  const levels = [
    ['defaults', properties['defaults']],
    ['servers', entryOf(properties['servers'])],
    ['tools', entryOf(properties['tools'])],
  ] as const;
  const rules = new Map<string, { readonly schema: JsonSchema; readonly where: string[] }>();
  for (const [level, schema] of levels) {
    for (const [key, value] of Object.entries(schema?.properties ?? {})) {
      const known = rules.get(key);
      if (known === undefined) rules.set(key, { schema: value, where: [level] });
      else known.where.push(level);
    }
  }
  const rows = [...rules].map(([key, { schema, where }]) => {
    const levelsOfKey = where.map((level) => `\`${level}\``).join(', ');
    return row([
      `\`${key}\``,
      describeType(text, schema),
      describeDefault(text, schema, false),
      levelsOfKey,
      schema.description ?? '',
    ]);
  });
  const [key, value, fallback, meaning] = text.columns;
  return table(`## ${text.sections.rules}`, [key, value, fallback, text.levels, meaning], rows);
}

function table(heading: string, columns: readonly string[], rows: readonly string[]): string {
  return `${heading}\n\n${[row(columns), row(columns.map(() => '---')), ...rows].join('\n')}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeDefault(text: Texts, schema: JsonSchema, isRequired: boolean): string {
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``;
  return isRequired ? text.required : text.none;
}

function describeType(text: Texts, schema: JsonSchema): string {
  const { types } = text;
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => describeType(text, each)).join(' / ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(' ');
  if (schema.pattern?.includes('(ms|s|m|h|d)') === true)
    return schema.pattern.includes('none') ? `${types.duration}, \`"none"\`` : types.duration;
  if (schema.type === 'integer') return `${types.integer} ${schema.minimum ?? ''}…${schema.maximum ?? ''}`;
  if (schema.type === 'array')
    return `${types.array} ${schema.items === undefined ? '' : describeType(text, schema.items)}`;
  if (schema.type !== 'object') return schema.type === 'boolean' ? types.boolean : types.string;
  const { additionalProperties: values } = schema;
  if (schema.properties !== undefined || typeof values !== 'object' || values.type === 'object') return types.object;
  return `${types.map} ${describeType(text, values)}`;
}

function entryOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  const values = schema?.additionalProperties;
  return typeof values === 'object' ? values : undefined;
}
