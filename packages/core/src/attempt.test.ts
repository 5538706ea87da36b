import { describe, expect, it } from 'vitest';
import type { Attempt } from './attempt.ts';
import { CancelSource, type CancelReason } from './cancel.ts';
import type { Locale } from './fault/locale/locale.ts';
import { Message } from './message.ts';
import type { TimeLimits } from './plan.ts';
import { aCall, anAnswer, kindOf, somePlan, type CallOptions } from './testing/calls.ts';
import { VirtualClock } from './testing/virtual-clock.ts';

const once = { maxAttempts: 1, maxAttemptsRead: 1 };

/** Starts a call whose attempt the test holds in its hands. */
function start(clock: VirtualClock, limits: Partial<TimeLimits>, options: CallOptions = {}, locale: Locale = 'en') {
  const { plan, events } = somePlan(clock, {
    locale,
    limits: { deadline: { ms: 600_000, setBy: 'built-in' }, ...limits },
    retry: once,
  });
  const takenBack: CancelReason[] = [];
  let held: Attempt | undefined;
  const outcome = plan.run(
    aCall(plan, {
      dispatch: (_call, attempt) => {
        held = attempt;
        attempt.dispatched((reason) => takenBack.push(reason));
      },
      ...options,
    }),
  );
  return { outcome, takenBack, events, attempt: () => held as Attempt };
}

describe('Attempt', () => {
  it('ends at its timeout, takes the call back, and says which limit it was, how long and who set it', async () => {
    const clock = new VirtualClock();
    const { outcome, takenBack } = start(clock, { timeout: { ms: 2_000, setBy: 'tool' } }, { safety: 'unsafe' });
    await clock.advance(1_999);
    expect(takenBack).toEqual([]);
    await clock.advance(1);
    expect(takenBack).toEqual(['timeout']);
    const { fault } = (await outcome) as { fault: { kind: string; message: string; executed: string } };
    expect(fault).toMatchObject({ kind: 'request_timeout', executed: 'unknown' });
    expect(fault.message).toContain("'find' on server 'db' did not answer within 2 s (timeout, set for this tool)");
  });

  it.each([
    [String.raw`"Đ"`, true],
    [String.raw`"\u0110"`, true],
    [String.raw`"\\\ud83d\ude00"`, true],
    [String.raw`"C:\\users"`, false],
    [String.raw`"\u000a\u0041"`, false],
  ])('points at the encoding where the call has characters beyond ASCII: %s', async (text, isNamed) => {
    const clock = new VirtualClock();
    const message = Message.read(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"text":${text}}}}`,
    );
    const { outcome } = start(clock, { timeout: { ms: 2_000, setBy: 'tool' } }, { message, safety: 'unsafe' });
    await clock.advance(2_000);
    const { fault } = (await outcome) as { fault: { message: string } };
    expect(fault.message.includes('UTF-8')).toBe(isNamed);
  });

  it.each([
    ['timeout', 250, '服务器“db”的“find”未在 250 毫秒内回应（timeout，由该工具的配置设定）。'],
    ['timeout', 1_500, '服务器“db”的“find”未在 1.5 秒内回应（timeout，由该工具的配置设定）。'],
    ['timeout', 600_000, '服务器“db”的“find”未在 10 分钟内回应（timeout，由该工具的配置设定）。'],
    ['timeout', 7_200_000, '服务器“db”的“find”未在 2 小时内回应（timeout，由该工具的配置设定）。'],
    ['idleTimeout', 30_000, '服务器“db”的“find”已有 30 秒没有任何动静（idleTimeout，由该工具的配置设定）。'],
  ] as const)('says so in Chinese: %s, %d', async (name, ms, message) => {
    const clock = new VirtualClock();
    const limits = { deadline: { ms: 80_000_000, setBy: 'built-in' }, [name]: { ms, setBy: 'tool' } } as const;
    const { outcome, attempt } = start(clock, limits, { safety: 'read' }, 'zh');
    attempt().suspect({ kind: 'internal', executed: 'unknown', message: '磁盘已满' });
    await clock.advance(ms);
    expect(await outcome).toMatchObject({
      fault: { message: `${message}服务器报告过一个未注明所属请求的错误：磁盘已满` },
    });
  });

  it('ends at the deadline whatever the other limits are', async () => {
    const clock = new VirtualClock();
    const { outcome, takenBack } = start(clock, {
      deadline: { ms: 5_000, setBy: 'server' },
      timeout: { ms: 60_000, setBy: 'tool' },
    });
    await clock.advance(5_000);
    expect(kindOf(await outcome)).toBe('request_timeout');
    expect(takenBack).toEqual(['deadline']);
  });

  it('begins its idle timeout anew with each sign of life, but not its timeout', async () => {
    const clock = new VirtualClock();
    const { outcome, attempt } = start(clock, {
      idleTimeout: { ms: 3_000, setBy: 'defaults' },
      timeout: { ms: 10_000, setBy: 'tool' },
    });
    for (let second = 0; second < 9; second++) {
      await clock.advance(1_000);
      attempt().alive();
    }
    expect(attempt().done).toBe(false);
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ fault: { kind: 'request_timeout' } });
  });

  it('ends after silence', async () => {
    const clock = new VirtualClock();
    const { outcome, attempt } = start(clock, { idleTimeout: { ms: 3_000, setBy: 'defaults' } });
    await clock.advance(2_500);
    attempt().alive();
    await clock.advance(2_999);
    expect(attempt().done).toBe(false);
    await clock.advance(1);
    expect(kindOf(await outcome)).toBe('idle_timeout');
  });

  it('lets no time pass while a human is asked, the deadline apart', async () => {
    const clock = new VirtualClock();
    const limits = { idleTimeout: { ms: 3_000, setBy: 'defaults' }, timeout: { ms: 5_000, setBy: 'tool' } } as const;
    const { outcome, attempt } = start(clock, limits);
    await clock.advance(1_000);
    attempt().pause();
    await clock.advance(60_000);
    attempt().resume();
    await clock.advance(2_999);
    expect(attempt().done).toBe(false);
    await clock.advance(1);
    expect(kindOf(await outcome)).toBe('idle_timeout');

    const asked = start(clock, { deadline: { ms: 10_000, setBy: 'tool' } }, { deadlineAt: clock.now() + 10_000 });
    asked.attempt().pause();
    await clock.advance(10_000);
    expect(kindOf(await asked.outcome)).toBe('request_timeout');
  });

  it('counts no timeout before its dispatch, and reports what it waited for when the deadline comes first', async () => {
    const clock = new VirtualClock();
    const { outcome } = start(
      clock,
      { deadline: { ms: 5_000, setBy: 'tool' }, timeout: { ms: 1_000, setBy: 'tool' } },
      {
        safety: 'unsafe',
        dispatch: (_call, attempt) => attempt.waitFor(() => ({ kind: 'server_starting', executed: 'no' })),
      },
    );
    await clock.advance(4_999);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ fault: { kind: 'server_starting', executed: 'no', retryable: true } });
  });

  it('tells a cancelled call from a timed-out one, and takes it back once', async () => {
    const clock = new VirtualClock();
    const signal = new CancelSource();
    const { outcome, takenBack, attempt } = start(clock, { timeout: { ms: 1_000, setBy: 'tool' } }, { signal });
    signal.cancel('caller');
    signal.cancel('shutdown');
    expect(kindOf(await outcome)).toBe('cancelled');
    expect(takenBack).toEqual(['caller']);
    attempt().succeed(anAnswer);
    await clock.advance(5_000);
    expect(takenBack).toEqual(['caller']);
    expect(clock.armed).toBe(0);
  });

  it('is not dispatched where the call was cancelled before', async () => {
    const signal = new CancelSource();
    signal.cancel('disconnect');
    let dispatched = 0;
    const { outcome } = start(new VirtualClock(), {}, { signal, dispatch: () => dispatched++ });
    expect(await outcome).toMatchObject({ fault: { kind: 'cancelled', executed: 'no' } });
    expect(dispatched).toBe(0);
  });

  it('is settled by the first answer only, and leaves no timer behind', async () => {
    const clock = new VirtualClock();
    const { outcome, attempt, takenBack } = start(clock, { timeout: { ms: 1_000, setBy: 'tool' } });
    attempt().succeed(anAnswer);
    attempt().fail({ kind: 'connection_lost', executed: 'unknown' });
    expect(await outcome).toEqual({ ok: true, value: anAnswer });
    expect(takenBack).toEqual([]);
    expect(clock.armed).toBe(0);
  });

  it('ends of an answer that was nobody’s, unless its own or a sign of life follows', async () => {
    const clock = new VirtualClock();
    const { outcome, attempt, takenBack } = start(clock, { timeout: { ms: 10_000, setBy: 'tool' } });
    attempt().misplaced({ kind: 'upstream_bad_answer', executed: 'unknown', message: 'for the log of another' });
    await clock.advance(500);
    attempt().alive();
    await clock.advance(5_000);
    expect(attempt().done).toBe(false);
    attempt().misplaced({ kind: 'upstream_bad_answer', executed: 'unknown', message: 'It answered under the id 0.' });
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ fault: { kind: 'upstream_bad_answer', executed: 'unknown' } });
    expect([takenBack, clock.armed]).toEqual([['timeout'], 0]);
  });

  it('names what the server has said about an unnamed request when a limit ends it', async () => {
    const clock = new VirtualClock();
    const { outcome, attempt } = start(clock, { timeout: { ms: 1_000, setBy: 'tool' } });
    attempt().suspect({ kind: 'parse_error', executed: 'no', message: 'could not parse the request' });
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ fault: { message: containing('could not parse the request') } });
  });
});

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
