/** What {@link childEnvironment} makes an environment of. */
export interface ChildEnvironmentParts {
  /** `all` passes ours on, `clean` only what programs need to find their way. */
  readonly inherit: 'all' | 'clean';
  readonly base: Readonly<NodeJS.ProcessEnv>;
  /** What the configuration sets for this server; goes over everything else. */
  readonly configured?: Readonly<Record<string, string>>;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
}

const safeOnPosix = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

const safeOnWindows = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** Python writes and reads its pipes in the code page of the machine unless told otherwise. */
const utf8Hints = { PYTHONUTF8: '1', PYTHONIOENCODING: 'utf-8' };

/** Makes the complete environment of a child; on Windows, where `Path` and `PATH` are one name, each stands there once. */
export function childEnvironment(parts: ChildEnvironmentParts): Record<string, string> {
  const { inherit, base, configured = {}, platform = process.platform } = parts;
  const isWindows = platform === 'win32';
  const nameKey = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const safe = new Set(isWindows ? safeOnWindows : safeOnPosix);

  const entries = new Map<string, { readonly name: string; readonly value: string }>();
  const add = (name: string, value: string): void => void entries.set(nameKey(name), { name, value });

  for (const [name, value] of Object.entries(utf8Hints)) add(name, value);
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined) continue;
    // A value that begins like this is a function exported by a shell, which a clean environment has no use for.
    if (inherit === 'all' || (safe.has(nameKey(name)) && !value.startsWith('()'))) add(name, value);
  }
  for (const [name, value] of Object.entries(configured)) add(name, value);
  return Object.fromEntries([...entries.values()].map(({ name, value }) => [name, value]));
}
