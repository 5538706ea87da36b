import type { Json } from '../kit/index.ts';
import type { Able } from './raw-ways.ts';

/** A host that can do all that the real servers ask for, tasks included; it answers everybody the same. */
export const ableHost: Able = {
  capabilities: {
    roots: { listChanged: true },
    sampling: {},
    elicitation: { form: {}, url: {} },
    tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  },
  handlers: {
    'roots/list': () => ({ roots: [{ uri: 'file:///project', name: 'Project' }] }),
    'sampling/createMessage': (params) => ('task' in params ? { task: aTask('sampling') } : sampled),
    'elicitation/create': (params) => ('task' in params ? { task: aTask('elicitation') } : elicited),
    'tasks/get': ({ taskId }) => ({ ...aTask(String(taskId)), status: 'completed' }),
    'tasks/result': ({ taskId }) => (taskId === 'sampling' ? sampled : elicited),
  },
};

const sampled: Json = { model: 'host-model', role: 'assistant', content: { type: 'text', text: 'pong' } };
const elicited: Json = { action: 'accept', content: { name: 'Ada', integer: 7 } };

function aTask(taskId: string): Json {
  const now = '2026-01-01T12:00:00Z';
  return { taskId, status: 'working', createdAt: now, lastUpdatedAt: now, ttl: 60_000 };
}
