import { PassThrough } from 'node:stream';
import { createRedactor, EventStream } from '@breakwater/core';
import { expect, it } from 'vitest';
import { startLog } from './log.ts';

// E7
it.each([
  'id\tuser\tpassword\n1\tbob\tkmwxa-bcde42',
  '| Name | Value |\n|---|---|\n| API_TOKEN | kmwxa-bcde42 |',
  'C: PASS kmwxa-bcde42',
  '"user","password"\n"bob","kmwxa-bcde42"',
])('masks in each text of a cause what a line of JSON hides: %s', (text) => {
  const events = new EventStream(() => 0);
  const output = new PassThrough();
  const stop = startLog(events, output, createRedactor([]));

  events.emit({
    type: 'bug',
    correlationId: 'bw-1',
    cause: { code: -32050, data: { cause: text, list: [text, { text }] } },
  });
  events.emit({ type: 'bug', correlationId: 'bw-2', cause: new Error(text) });
  stop();

  const log = String(output.read());
  expect(log).toMatch(/\[redacted\]/);
  expect(log).not.toMatch(/kmwxa/);
});
