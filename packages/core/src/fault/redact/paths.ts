/**
 * Replaces the directories of absolute paths, and of source files with a line number, by `[path]`; the last name and
 * the line stay, since they help and tell nothing of the machine. Relative names are the caller's own.
 */
export function withoutPaths(text: string): string {
  if (!/[\\/]/.test(text)) return text;
  return [fileUrls, windowsPaths, uncPaths, homePaths, quotedPaths, posixPaths, sourcePaths].reduce(
    (rest, replace) => replace(rest),
    text,
  );
}

const sourceEnding =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py[cdwx]?|java|kts?|scala|groovy|go|rs|cs|fs|vb|php|phtml|rb|erb|exs?|erl|c|h|cc|cpp|hpp|m|mm|swift|pl|pm|lua|sh|bash|zsh|ps1|sql|json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|scss|md|mdx|txt|log|csv|tsv|pdf|png|jpe?g|gif|svg|lock|map|wasm|so|dll|exe|jar|class|db|sqlite3?|bak|tmp|pem|key|crt)$/i;

/** Whether a dotted name ends as files do; some of the endings are countries as well (`.rs`, `.sh`). */
export function isFileName(name: string): boolean {
  return sourceEnding.test(name);
}

// What ends a segment of a path: separators, quotes, brackets, and the marks of either script.
const segment = String.raw`[^\s/\\"'\`<>|:;,()\[\]{}*?，。；：、！？（）「」“”‘’《》]`;

function placeholder(last: string, rest: string): string {
  const position = /^:(\d{1,7})(?::\d{1,7})?/.exec(rest);
  const name = last === '' ? '[path]' : `[path]/${last}`;
  return position === null ? name + rest : `${name}:${position[1] ?? ''}${rest.slice(position[0].length)}`;
}

const position = String.raw`((?::\d{1,7}){0,2})`;

const fileUrl = new RegExp(
  String.raw`\bfile:\/\/(?:[^\s/"'\`<>]{0,253})((?:\/${segment}{0,255}){1,64}(?:(?<=\/[A-Za-z]):(?:\/${segment}{0,255}){1,64})?)${position}`,
  'gi',
);

function fileUrls(text: string): string {
  return text.replace(fileUrl, (_whole, path: string, rest: string) => placeholder(lastOf(path.split('/')), rest));
}

const uncPath = new RegExp(
  String.raw`(?<![\\\w:])(?:\\{2,4})(?:[?.]\\{1,2})?${segment}{1,253}(?:\\{1,2}${segment}{1,255}(?: ${segment}{1,64}(?=\\))?){1,64}\\{0,2}${position}`,
  'g',
);

function uncPaths(text: string): string {
  return text.replace(uncPath, (whole: string, rest: string) =>
    placeholder(lastOf(whole.slice(0, whole.length - rest.length).split(/\\+/)), rest),
  );
}

const windowsPath = new RegExp(
  String.raw`(?<![A-Za-z0-9])[A-Za-z]:(?:\\{1,2}|\/)(?:${segment}{1,255}(?: (?:${segment}{1,64}|\(\w{1,16}\))){0,3}?(?:\\{1,2}|\/)){0,64}(?:${segment}{1,255})?${position}`,
  'g',
);

function windowsPaths(text: string): string {
  return text.replace(windowsPath, (whole: string, rest: string) => {
    const path = whole.slice(0, whole.length - rest.length);
    return placeholder(withoutUser(path.split(/[\\/]+/)), rest);
  });
}

const homePath = new RegExp(
  String.raw`(?<![\w/.])(?:~[\w.-]{0,64}|\$\{?[A-Z_]{2,40}\}?|%[A-Za-z_()0-9]{2,40}%)(?:[\\/]{1,2}${segment}{1,255}){1,64}${position}`,
  'g',
);

/** `~/…`, `$HOME/…` and `%APPDATA%\…` say who the user is only to a shell, but where things lie to everybody. */
function homePaths(text: string): string {
  return text.replace(homePath, (whole: string, rest: string) =>
    placeholder(lastOf(whole.slice(0, whole.length - rest.length).split(/[\\/]+/)), rest),
  );
}

/** In quotes a path may hold spaces and whatever else. */
function quotedPaths(text: string): string {
  return text.replace(
    /(["'`])(\/(?:[^"'`\n/]{1,255}\/){1,64}[^"'`\n/]{0,255})\1/g,
    (whole: string, quote: string, path: string, offset: number) => {
      if (
        !isFilePath(
          path,
          text.slice(Math.max(0, offset - 12), offset),
          text.slice(offset + whole.length, offset + whole.length + 24),
        )
      )
        return whole;
      const located = /^(.*?)((?::\d{1,7}){0,2})$/.exec(path);
      return quote + placeholder(withoutUser((located?.[1] ?? path).split('/')), located?.[2] ?? '') + quote;
    },
  );
}

const posixPath = new RegExp(
  String.raw`(?<![\w./~@$%*+\]>-]|[\w)\]}]["'\`])(\/(?:(?:Users|home|Volumes|Documents and Settings)\/${segment}{1,64}(?: ${segment}{1,64})?(?=\/)\/)?(?:${segment}{1,255}\/){0,64}${segment}{1,255}\/?)${position}`,
  'g',
);

function posixPaths(text: string): string {
  return text.replace(posixPath, (whole: string, path: string, rest: string, offset: number) => {
    const after = text.slice(offset + whole.length, offset + whole.length + 24);
    if (!isFilePath(path, text.slice(Math.max(0, offset - 12), offset), after + (rest === '' ? '' : ' '), rest !== ''))
      return whole;
    const trailing = /[.!]*$/.exec(path)?.[0] ?? '';
    const bare = path.slice(0, path.length - trailing.length);
    return placeholder(withoutUser(bare.split('/')), rest) + trailing;
  });
}

const roots =
  /^\/(?:home|Users|root|usr|var|etc|opt|app|apps|srv|tmp|private|mnt|media|Volumes|Library|Applications|System|proc|sys|dev|run|nix|snap|workspaces?|work|builds?|code|src|source|project|projects|repo|repos|data|config|secrets|lib|lib64|bin|sbin|boot|github|__w|runner|layers|vercel|function|functions|rustc|go|node_modules|www|web|site|deployments?|layers|ko-app|usr2|export|net|scratch|efs|storage|backup|backups|logs?|cache)(?:\/|$)/;
const method = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|route|endpoint)[ :]{1,2}["'`]?$/i;
const pointerTalk =
  /^["'`]? (?:must|should|is (?:required|not|missing|invalid)|was|has|does|expected|needs)\b|^: (?:must|should|expected|Expected|required|Required|Invalid|invalid|is )/;

/** Routes of a web service and places in a JSON document look like paths of files and belong to the caller. */
function isFilePath(path: string, before: string, after: string, located = false): boolean {
  if (!path.slice(1).replace(/\/$/, '').includes('/')) return located && isFileName(path);
  if (method.test(before)) return false;
  if (roots.test(path) || located) return true;
  const names = path.split('/').slice(1);
  if (isFileName(names.at(-1)?.replace(/[.!]+$/, '') ?? '')) return true;
  if (/^(?:api|v\d{1,2}|rest|graphql|oauth2?|\.well-known|mcp|sse|rpc|webhooks?)$/i.test(names[0] ?? '')) return false;
  return !names.some((name) => /^\d+$/.test(name)) && !pointerTalk.test(after);
}

const sourcePath = new RegExp(
  String.raw`(?<!${segment}|[\\/@])(?:\.{0,2}\/)?(?:${segment}{1,128}[\\/]){1,32}(${segment}{1,128}\.(?:[cm]?[jt]sx?|vue|svelte|py|java|kt|scala|go|rs|cs|fs|php|rb|exs?|c|cc|cpp|h|hpp|swift|lua|pl))(?::(\d{1,7})(?::\d{1,7})?|\((\d{1,7})(?:,\d{1,7})?\))`,
  'g',
);

/** A source file with its line, as compilers and loggers write it: where it lies is the server's business. */
function sourcePaths(text: string): string {
  return text.replace(
    sourcePath,
    (_whole, name: string, line: string | undefined, column: string | undefined) =>
      `[path]/${name}:${line ?? column ?? ''}`,
  );
}

function lastOf(names: readonly string[]): string {
  return names.findLast((name) => name !== '') ?? '';
}

/** The last name, unless it is a user's: `/home/alice` says nothing else. */
function withoutUser(names: readonly string[]): string {
  const full = names.filter((name) => name !== '');
  const drive = /^[A-Za-z]:$/.test(full[0] ?? '') ? full.slice(1) : full;
  if (drive.length === 2 && /^(?:home|Users|Documents and Settings)$/i.test(drive[0] ?? '')) return '';
  return drive.at(-1) ?? '';
}
