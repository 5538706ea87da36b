import { SystemClock } from '@breakwater/core';
import { expect, it } from 'vitest';
import { HttpListener } from './http-listener.ts';

it('keeps a connection longer than hosts do', async () => {
  const listener = new HttpListener(new SystemClock(), (_request, response) => void response.end('here'));
  const { port } = await listener.listen('127.0.0.1', 0);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.text()).toBe('here');
  expect(response.headers.get('keep-alive')).toBe('timeout=120');
  listener.stop();
  await listener.closed();
});
