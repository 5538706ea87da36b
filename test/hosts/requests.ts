import { join } from 'node:path';
import type { Json } from '../kit/index.ts';

/** A request to a real server, the same for whatever stands before it. */
export interface Asked {
  readonly method: string;
  readonly params?: Json;
  /** Sent along with the next ones instead of before them, since it takes its time. */
  readonly long?: true;
}

/**
 * Everything that the everything-server can be asked, but for `get-env`: `serve` keeps the environment of its servers clean,
 * and `run` adds to it which encoding Python is to use.
 */
export const everythingRequests: readonly Asked[] = [
  ...lists('tools', 'prompts', 'resources', 'resources/templates'),
  call('echo', { message: 'one "two" \u2028 ü 😀' }),
  call('get-annotated-message', { messageType: 'error', includeImage: true }),
  call('get-annotated-message', { messageType: 'debug' }),
  call('get-resource-links', { count: 4 }),
  call('get-resource-reference', { resourceType: 'Text', resourceId: 1 }),
  call('get-resource-reference', { resourceType: 'Blob', resourceId: 2 }),
  call('get-roots-list'),
  call('get-structured-content', { location: 'New York' }),
  call('get-sum', { a: 0.1, b: 0.2 }),
  call('get-tiny-image'),
  call('gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' }),
  call('gzip-file-as-resource', { name: 'b.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' }),
  read('demo://resource/session/b.gz'),
  call('toggle-simulated-logging'),
  call('toggle-simulated-logging'),
  call('toggle-subscriber-updates'),
  call('toggle-subscriber-updates'),
  {
    method: 'tools/call',
    params: {
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.05, steps: 2 },
      _meta: { progressToken: 'as it came' },
    },
  },
  call('trigger-sampling-request', { prompt: 'ping', maxTokens: 16 }),
  call('trigger-elicitation-request'),
  call('trigger-url-elicitation', { url: 'https://example.org/', message: 'Open it.', elicitationId: 'e-1' }),
  { ...call('trigger-sampling-request-async', { prompt: 'ping' }), long: true },
  { ...call('trigger-elicitation-request-async'), long: true },
  {
    method: 'tools/call',
    params: { name: 'simulate-research-query', arguments: { topic: 'reefs' }, task: { ttl: 60_000 } },
  },
  // The id is the first that a steady server draws.
  { method: 'tasks/get', params: { taskId: '01'.repeat(16) } },
  { method: 'tasks/list' },
  { method: 'tasks/result', params: { taskId: '01'.repeat(16) }, long: true },
  ...['architecture', 'extension', 'features', 'how-it-works', 'instructions', 'startup', 'structure'].map((name) =>
    read(`demo://resource/static/document/${name}.md`),
  ),
  read('demo://resource/dynamic/text/1'),
  read('demo://resource/dynamic/blob/1'),
  { method: 'resources/subscribe', params: { uri: 'demo://resource/dynamic/text/1' } },
  { method: 'resources/unsubscribe', params: { uri: 'demo://resource/dynamic/text/1' } },
  prompt('simple-prompt'),
  prompt('args-prompt', { city: 'Bern', state: 'BE' }),
  prompt('completable-prompt', { department: 'Sales', name: 'Eve' }),
  prompt('resource-prompt', { resourceType: 'Blob', resourceId: '3' }),
  complete({ type: 'ref/prompt', name: 'completable-prompt' }, 'department', ''),
  complete({ type: 'ref/prompt', name: 'resource-prompt' }, 'resourceId', '3'),
  complete({ type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' }, 'resourceId', '12'),
  complete({ type: 'ref/resource', uri: 'demo://resource/dynamic/blob/{resourceId}' }, 'resourceId', 'x'),
  { method: 'logging/setLevel', params: { level: 'warning' } },
];

/** Everything that the filesystem server can be asked about a folder with a text, an image and a sound in `kept`. */
export function filesystemRequests(folder: string): readonly Asked[] {
  const kept = join(folder, 'kept');
  const [text, image, sound, other] = ['text.txt', 'image.png', 'sound.wav', 'other.bin'].map((name) =>
    join(kept, name),
  );
  const made = join(folder, 'made');
  return [
    ...lists('tools'),
    call('list_allowed_directories'),
    call('read_file', { path: text }),
    call('read_text_file', { path: text, head: 2 }),
    call('read_text_file', { path: text, tail: 1 }),
    ...[image, sound, other].map((path) => call('read_media_file', { path })),
    call('read_multiple_files', { paths: [text, text] }),
    call('list_directory', { path: kept }),
    call('list_directory_with_sizes', { path: kept, sortBy: 'size' }),
    call('directory_tree', { path: folder }),
    call('search_files', { path: folder, pattern: '**/*.txt' }),
    call('get_file_info', { path: other }),
    call('create_directory', { path: made }),
    call('write_file', { path: join(made, 'new.txt'), content: 'one\ntwo\n' }),
    call('edit_file', { path: join(made, 'new.txt'), edits: [{ oldText: 'two', newText: 'zwei' }] }),
    call('move_file', { source: join(made, 'new.txt'), destination: join(made, 'moved.txt') }),
    call('read_text_file', { path: join(made, 'moved.txt') }),
  ];
}

/** Everything that the memory server can be asked. */
export const memoryRequests: readonly Asked[] = [
  ...lists('tools', 'resources', 'resources/templates'),
  call('create_entities', {
    entities: [
      { name: 'Ada', entityType: 'person', observations: ['counts', '数数'] },
      { name: 'Bob', entityType: 'person', observations: [] },
    ],
  }),
  call('create_relations', { relations: [{ from: 'Ada', to: 'Bob', relationType: 'teaches' }] }),
  call('add_observations', { observations: [{ entityName: 'Bob', contents: ['listens'] }] }),
  call('read_graph'),
  call('search_nodes', { query: 'counts' }),
  call('open_nodes', { names: ['Ada', 'Bob'] }),
  read('memory://knowledge-graph'),
  { method: 'resources/subscribe', params: { uri: 'memory://knowledge-graph' } },
  call('delete_observations', { deletions: [{ entityName: 'Bob', observations: ['listens'] }] }),
  { method: 'resources/unsubscribe', params: { uri: 'memory://knowledge-graph' } },
  call('delete_relations', { relations: [{ from: 'Ada', to: 'Bob', relationType: 'teaches' }] }),
  call('delete_entities', { entityNames: ['Bob'] }),
  call('read_graph'),
];

function lists(...kinds: readonly string[]): readonly Asked[] {
  return kinds.map((kind) => ({ method: `${kind}/list` }));
}

function call(name: string, args: Json = {}): Asked {
  return { method: 'tools/call', params: { name, arguments: args } };
}

function read(uri: string): Asked {
  return { method: 'resources/read', params: { uri } };
}

function prompt(name: string, args: Json = {}): Asked {
  return { method: 'prompts/get', params: { name, arguments: args } };
}

function complete(ref: Json, name: string, value: string): Asked {
  return { method: 'completion/complete', params: { ref, argument: { name, value } } };
}
