import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { dropped, openDoor } from './doors.ts';

describe('C30', () => {
  const kit = useKit();

  it.each(['run', 'serve'] as const)(
    'C30 forty lines of output in the middle of a call do it no harm, and what is JSON is noise too (%s)',
    async (kind) => {
      kit.plantSecret('planted-bearer-4f8a1c77d2e94b0b');
      const { host, log } = await openDoor(kit, kind, 'noise');
      await host.initialize();
      expect(textOf(await host.callTool('dump'))).toBe('dumped');
      await until('the noise in the log', () => dropped(log(), 'noise').length === 40);
      const samples = dropped(log(), 'noise').map((event) => at(event, 'sample'));
      for (const line of ['{"a":1}', '}', '[]', 'null', '{', 'Response headers: {']) expect(samples).toContain(line);
      expect(textOf(await host.callTool('hello'))).toBe('hello');
    },
  );

  it.each(['run', 'serve'] as const)('C30 a flood is told by its first lines and its size (%s)', async (kind) => {
    kit.plantSecret('planted-bearer-4f8a1c77d2e94b0b');
    const { host, log, gateway } = await openDoor(kit, kind, 'noise');
    await host.initialize();
    for (let call = 0; call < 5; call++) await host.callTool('dump');
    await (gateway === undefined && 'end' in host ? host.end() : gateway?.stop());

    const told = dropped(log(), 'noise');
    expect(told).toHaveLength(51);
    expect(told.at(-1)).toMatchObject({ level: 'warn', server: 'fake', more: 150 });
  });
});
