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
});
