import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

const base = {
  PATH: '/bin',
  HOME: '/home/u',
  LANG: 'C',
  AWS_SECRET_ACCESS_KEY: 'x',
  SHELL: '() { evil; }',
  GONE: undefined,
};
const hints = { PYTHONUTF8: '1', PYTHONIOENCODING: 'utf-8' };

it('passes everything on where everything is inherited', () => {
  const { GONE: _, ...present } = base;
  expect(childEnvironment({ inherit: 'all', base, platform: 'linux' })).toEqual({ ...present, ...hints });
});

it('passes only harmless variables on into a clean environment, and what was configured', () => {
  const configured = { API_KEY: 'k', LANG: 'de_DE.UTF-8' };
  expect(childEnvironment({ inherit: 'clean', base, configured, platform: 'linux' })).toEqual({
    PATH: '/bin',
    HOME: '/home/u',
    LANG: 'de_DE.UTF-8',
    API_KEY: 'k',
    ...hints,
  });
});

it('tells Python to use UTF-8 unless somebody has decided otherwise', () => {
  const configured = { PYTHONUTF8: '0' };
  const inherited = { PYTHONIOENCODING: 'cp932' };
  expect(childEnvironment({ inherit: 'all', base: inherited, configured, platform: 'linux' })).toEqual({
    PYTHONUTF8: '0',
    PYTHONIOENCODING: 'cp932',
  });
});

it('knows that names have no case on Windows', () => {
  const windows = { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows', Secret: 's' };
  const configured = { PATH: 'C:\\tools' };
  expect(childEnvironment({ inherit: 'clean', base: windows, configured, platform: 'win32' })).toEqual({
    PATH: 'C:\\tools',
    SystemRoot: 'C:\\Windows',
    ...hints,
  });
});
