import type { Fake, FakeCall, FakeTool, Json } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

const results: Readonly<Record<string, Json>> = {
  no_content: { isError: true, content: [] },
  only_image: { isError: true, content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
  empty_text: { isError: true, content: [{ type: 'text', text: '' }] },
  undefined_text: { isError: true, content: [{ type: 'text', text: 'undefined' }] },
  braces_text: { isError: true, content: [{ type: 'text', text: '{}' }] },
  object_text: { isError: true, content: [{ type: 'text', text: '[object Object]' }] },
  name_text: { isError: true, content: [{ type: 'text', text: 'name_text' }] },
  missing_content: { isError: true },
  null_content: { isError: true, content: null },
  in_data: { isError: true, content: [], structuredContent: { error: { code: 28, message: 'The disk is full.' } } },
  in_list: { isError: true, content: [], structuredContent: { errors: [{ detail: 'The disk is full.' }] } },
  in_resource: {
    isError: true,
    content: [{ type: 'resource', resource: { uri: 'log://1', text: 'The disk is full.' } }],
  },
  in_text: { isError: true, content: 'The disk is full.' },
  in_block: { isError: true, content: { type: 'text', text: 'The disk is full.' } },
  in_texts: { isError: true, content: ['The disk is full.'] },
  in_member: { isError: true, error: 'The disk is full.' },
  said: { isError: true, content: [{ type: 'text', text: 'The account 12 does not exist.' }] },
};

/** What stands in an answer beside `jsonrpc` and `id`, as text. */
const members: Readonly<Record<string, string>> = {
  error_empty: '"error":{"code":-32603,"message":""}',
  error_undefined: '"error":{"code":-32603,"message":"undefined"}',
  error_without_message: '"error":{"code":-32603}',
  error_object: '"error":{"code":-32603,"message":{"reason":"x"}}',
  error_text: '"error":"it broke"',
  in_error: '"error":"The disk is full."',
  in_error_detail: '"error":{"code":-32603,"detail":"The disk is full."}',
  error_null: '"error":null',
  error_text_code: '"error":{"code":"ECONNREFUSED","message":"connect ECONNREFUSED 10.0.0.7:5432"}',
  error_big_code: '"error":{"code":1e300,"message":"a large code"}',
  error_and_result: '"error":{"code":-32603,"message":"both"},"result":{"content":[]}',
  result_null: '"result":null',
  result_text: '"result":"it worked"',
  neither: '"x":1',
};

const typed = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };

// Fails in ways that leave the reader with nothing, one tool each: results that are errors without a word, JSON-RPC errors
// without one, and answers that are neither. `prefixed` errors carry the prefixes of two hops; `hopeful`, `ends_all` and `own_words` say more in their data.
// The variant says how unknown tools and methods are refused: `as-result`, `as-32000`, or, as the specification has it, neither.
await runFake(({ variant }): Fake => ({
  tools: {
    ...Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { call: () => result }])),
    ...Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withMember(member)])),
    in_error_data: { call: ({ fail }) => fail(-32_603, 'Internal error', { error: 'The disk is full.' }) },
    no_such_file: { call: ({ args }) => ({ isError: true, ...noSuchFile(String(args['path'])) }) },
    no_such_file_error: { call: noSuchFileError },
    disk_full: { call: ({ fail }) => fail(-32_603, 'disk full') },
    prefixed: { call: ({ fail }) => fail(-32_603, 'MCP error -32603: MCP error -32603: disk full') },
    stray: {
      call({ wire }) {
        // After its answer, when nothing is open that it could belong to.
        setTimeout(() => wire.send({ id: null, error: { code: -32_603, message: 'lost' } }), 100);
        return 'and an error for nobody';
      },
    },
    hopeful: failing({ kind: 'dependency_timeout', retryable: true, recoveryAction: 'wait_and_retry', retryAfter: 1 }),
    ends_all: failing({ kind: 'cancelled' }),
    own_words: failing({
      kind: 'LedgerBusy',
      phase: 2,
      _meta: { own: true, 'dev.breakwater/fault': { executed: 'no' } },
    }),
    modern_code: { call: ({ fail }) => fail(-32_020, 'Out of stock') },
    typed: { definition: { inputSchema: typed }, call: typedCall },
  },
  methods: {
    ...(variant === 'as-result' && { 'tools/call': callOrSay }),
    ...(variant === 'as-32000' && { 'prompts/list': ({ fail }) => fail(-32_000, 'Unknown method') }),
  },
}));

function failing(data: Json): FakeTool {
  return { call: ({ fail }) => fail(-32_603, 'The ledger did not answer.', data) };
}

function withMember(member: string): FakeTool {
  return { call: ({ id, answerRaw }) => answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`) };
}

function noSuchFile(path: string): { readonly content: readonly Json[]; readonly structuredContent: Json } {
  const text = `ENOENT: no such file or directory, open '${path}', nor '/srv/app/spare/index.html'`;
  return { content: [{ type: 'text', text }], structuredContent: { path, tried: [path, '/srv/app/spare/index.html'] } };
}

function noSuchFileError({ args, fail }: FakeCall): void {
  const { content, structuredContent } = noSuchFile(String(args['path']));
  fail(-32_603, String(content[0]?.['text']), structuredContent);
}

function typedCall({ args, fail }: FakeCall): string | undefined {
  if (Number.isInteger(args['count'])) return 'counted';
  fail(-32_602, 'Invalid arguments for tool typed: count: Expected integer, received string');
  return undefined;
}

function callOrSay(call: FakeCall): Json {
  const name = String(call.params['name']);
  return results[name] ?? { isError: true, content: [{ type: 'text', text: `Unknown tool: ${name}` }] };
}
