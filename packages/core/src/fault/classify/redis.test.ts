import { expect, it } from 'vitest';

import type { FaultKind } from '../catalogue.ts';
import type { Executed } from '../fault.ts';
import { classify } from './index.ts';

it.each<[message: string, kind: FaultKind, executed: Executed]>([
  ['LOADING Redis is loading the dataset in memory', 'dependency_unavailable', 'no'],
  ["READONLY You can't write against a read only replica.", 'dependency_unavailable', 'no'],
  ['MOVED 3999 10.0.1.5:6381', 'dependency_unavailable', 'no'],
  ['CLUSTERDOWN The cluster is down', 'dependency_unavailable', 'no'],
  ['NOAUTH Authentication required.', 'upstream_unauthorized', 'no'],
  ['WRONGTYPE Operation against a key holding the wrong kind of value', 'precondition_failed', 'unknown'],
  ['ERR max number of clients reached', 'dependency_unavailable', 'no'],
  ["ERR unknown command 'x'", 'tool_crashed', 'unknown'],
])('%s', (message, kind, executed) => {
  expect(classify(Object.assign(new Error(message), { name: 'ReplyError' }))).toMatchObject({ kind, executed });
});

it('knows a client that gave up, whose commands may have been sent', () => {
  const error = Object.assign(new Error('Reached the max retries per request limit (which is 20).'), {
    name: 'MaxRetriesPerRequestError',
  });
  expect(classify(error)).toMatchObject({
    kind: 'dependency_unavailable',
    executed: 'unknown',
    message: 'Cache service temporarily unavailable',
  });
});

it('does not take the same words of anybody else for those of Redis', () => {
  expect(classify(new Error('LOADING the page failed')).kind).toBe('internal');
});
