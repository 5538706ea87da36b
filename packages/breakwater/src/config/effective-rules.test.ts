import { expect, it } from 'vitest';

import { effectiveRules } from './effective-rules.ts';
import { emptyConfig } from './config.ts';
import { aConfig } from './testing.ts';

const config = aConfig(`{
  "mcpServers": { "files": { "command": "x" }, "mail": { "command": "y" } },
  "defaults": { "deadline": "5m", "timeout": "30s", "retry": { "maxAttempts": 2, "maxAttemptsRead": 4 }, "redact": "secrets", "locale": "zh" },
  "servers": { "files": { "deadlineMs": 1000, "trusted": true, "share": "all", "connectTimeout": "3s", "retry": { "maxAttemptsRead": 7 } } },
  "tools": {
    "files/*": { "idleTimeout": "9s", "errors": "protocol", "safety": "read", "retry": { "baseMs": 5 } },
    "files/write": { "timeout": "none", "idleTimeout": "8s", "safety": "keyed", "keyArgument": "id" },
  },
}`);

it('merges from general to special, the more special rule winning', () => {
  expect(effectiveRules(config, 'files', 'write')).toEqual({
    limits: { deadline: { ms: 1_000, setBy: 'server' }, idleTimeout: { ms: 8_000, setBy: 'tool' } },
    connectTimeout: { ms: 3_000, setBy: 'server' },
    startTimeout: { ms: 120_000, setBy: 'built-in' },
    retry: { maxAttempts: 2, maxAttemptsRead: 7, baseMs: 5, limitBaseMs: 1_000, capMs: 8_000 },
    safety: 'keyed',
    keyArgument: 'id',
    errors: 'protocol',
    redact: 'secrets',
    locale: 'zh',
    maxMessageBytes: 268_435_456,
    onDisconnect: 'continue',
    trusted: true,
    trustAnnotations: 'read',
    share: 'all',
  });
});

it('gives the rules of all tools to each tool of that server alone', () => {
  expect(effectiveRules(config, 'files', 'read')).toMatchObject({
    limits: { timeout: { ms: 30_000, setBy: 'defaults' }, idleTimeout: { ms: 9_000, setBy: 'tool' } },
    safety: 'read',
  });
  expect(effectiveRules(config, 'mail', 'write').safety).toBeUndefined();
});

it('leaves rules of tools out where no tool is meant', () => {
  expect(effectiveRules(config, 'files').errors).toBe('result');
});

it('has the documented defaults where nothing is configured', () => {
  expect(effectiveRules(emptyConfig(), 'any', 'thing')).toEqual({
    limits: { deadline: { ms: 600_000, setBy: 'built-in' } },
    connectTimeout: { ms: 10_000, setBy: 'built-in' },
    startTimeout: { ms: 120_000, setBy: 'built-in' },
    retry: { maxAttempts: 3, maxAttemptsRead: 5, baseMs: 200, limitBaseMs: 1_000, capMs: 8_000 },
    errors: 'result',
    redact: 'strict',
    locale: 'en',
    maxMessageBytes: 268_435_456,
    onDisconnect: 'continue',
    trusted: false,
    trustAnnotations: 'read',
    share: 'session',
  });
});
