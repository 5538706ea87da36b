import { z } from 'zod';

import { builtIn } from './built-in.ts';
import { described, patterns, setting } from './described.ts';
import { faultKinds } from './fault-kinds.ts';
import { defaultRules, serverRules, toolRules } from './rule-schema.ts';
import { serverEntry } from './server-entry.ts';
import { serverNamePattern } from './server-name.ts';
import { filePath, integer, line, listenAddress, oneOf } from './values.ts';

const tokenText = z.string();
patterns.add(tokenText, { pattern: String.raw`^\$\{[A-Za-z_][A-Za-z0-9_]*\}$` });

const token = z.union([tokenText, z.strictObject({ file: filePath })], {
  error: '"${VARIABLE}" or { "file": "path" }',
});

const serverName = z.string();
patterns.add(serverName, { pattern: serverNamePattern.source });

const toolName = z.string();
patterns.add(toolName, { pattern: '^[^/]+/.+$' });

/** What can be said under `access`. */
export const accessRules = z.strictObject(
  {
    tokens: setting(
      z.record(z.string(), token, { error: 'an object from names to "${VARIABLE}" or { "file": "path" }' }),
      {
        en: 'Bearer tokens by the name of whoever holds them, each as `"${VARIABLE}"` or `{ "file": "path" }`; never written out. With at least one, every HTTP request needs one.',
        zh: '持有者名称到 Bearer 令牌的映射，写作 `"${VARIABLE}"` 或 `{ "file": "path" }`，绝不直接写出令牌。只要配置了令牌，每个 HTTP 请求都必须携带其一。',
      },
    ),
  },
  { error: 'an object' },
);

/** The whole file. Types, JSON schema and reference come from here. */
export const configSchema = z.strictObject(
  {
    $schema: setting(z.string({ error: 'a string' }), {
      en: 'The JSON schema, for editors.',
      zh: '供编辑器使用的 JSON Schema。',
    }),
    mcpServers: described(z.record(serverName, serverEntry, { error: 'an object of servers' }), {
      en: 'The servers, as hosts have them. Names are letters, digits, `-` and single `_`.',
      zh: '服务器，写法与各宿主相同。名称由字母、数字、`-` 与单个 `_` 组成。',
    }),
    servers: setting(z.record(serverName, serverRules, { error: 'an object from server names to rules' }), {
      en: 'Rules for single servers, by their name under `mcpServers`.',
      zh: '单个服务器的规则，以 `mcpServers` 中的名称为键。',
    }),
    tools: setting(z.record(toolName, toolRules, { error: 'an object from "server/tool" to rules' }), {
      en: "Rules for single tools, by `server/tool` with the server's own tool name, or `server/*` for all tools of a server.",
      zh: '单个工具的规则，键为 `服务器/工具`（工具的原名），或 `服务器/*` 表示该服务器的所有工具。',
    }),
    defaults: setting(defaultRules, {
      en: 'Rules for everything that no more special rule covers.',
      zh: '未被更具体规则覆盖时适用的规则。',
    }),
    codes: setting(
      z.partialRecord(z.enum(faultKinds), integer(-2_147_483_648, 2_147_483_647), {
        error: 'an object from kinds of fault to numbers',
      }),
      {
        en: 'Other JSON-RPC error numbers for kinds of fault, on the legacy wire.',
        zh: '旧版协议下各类故障改用的 JSON-RPC 错误码。',
      },
    ),
    listen: setting(listenAddress, {
      en: 'Where `serve` listens: `host:port`, `[ipv6]:port`, or a port on 127.0.0.1. Beyond this machine only with `access.tokens`.',
      zh: '`serve` 的监听地址：`host:port`、`[ipv6]:port`，或仅写端口（127.0.0.1）。监听本机以外的地址必须配置 `access.tokens`。',
      default: builtIn.listen,
    }),
    access: setting(accessRules, { en: 'Who may call over HTTP.', zh: '谁可以通过 HTTP 调用。' }),
    support: setting(line, {
      en: 'Whom people should turn to: an address that errors name when an operator is needed.',
      zh: '需要运维人员时，错误信息中给出的联系方式。',
    }),
    stateDir: setting(filePath, {
      en: "Where running processes keep their records, relative to the file. Absent: `breakwater` in the user's state folder.",
      zh: '运行中的进程存放记录的目录，相对于配置文件。不设置时为用户状态目录下的 `breakwater`。',
    }),
    store: setting(oneOf('memory:'), {
      en: 'Where shared state is kept.',
      zh: '共享状态的存放处。',
      default: builtIn.store,
    }),
  },
  { error: 'an object with `mcpServers`' },
);

/** What the schema makes of a file. */
export type ConfigFile = z.output<typeof configSchema>;
