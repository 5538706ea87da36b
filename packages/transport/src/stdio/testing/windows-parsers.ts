/**
 * How Windows reads a command line, written down from its documentation, to prove that what we write survives it: cmd.exe
 * reads the line once for `/c` and, since a batch file hands its arguments on as `%*`, a second time.
 */

/** The line that a batch file of the form `program %*` starts its program with. */
export function commandLineAfterCmd(line: string): string {
  // `/s` takes the outer quotes off.
  const inner = line.slice(1, -1);
  const first = withoutOperators(withVariables(inner));
  // In a batch file the arguments are put in for `%*` and not searched for variables again.
  return withoutOperators(first);
}

/** Replaces variables as on a command line: an unknown one stays, `%cd:~,%` is an empty piece of the directory. */
function withVariables(line: string): string {
  let read = '';
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const name = end < 0 ? '' : line.slice(at + 1, end);
    const value = name === 'cd:~,' ? '' : name.toUpperCase() === 'PATH' ? 'C:\\LEAKED' : undefined;
    if (name === '' || value === undefined) {
      read += line[at];
    } else {
      read += value;
      at = end;
    }
  }
  return read;
}

/** Reads carets and operators, which only count outside quotes; a quote opens or closes, whatever stands before it. */
function withoutOperators(line: string): string {
  let read = '';
  let inQuotes = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') inQuotes = !inQuotes;
    if (!inQuotes && '&|<>()'.includes(character)) throw new Error(`cmd.exe sees the operator ${character} in ${line}`);
    if (!inQuotes && character === '^') read += line.charAt(++at);
    else read += character;
  }
  return read;
}

/** Splits a command line as the C runtime does for a program's `main`. */
export function argumentsOfProgram(line: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (at < line.length) {
    while (line[at] === ' ' || line[at] === '\t') at++;
    if (at >= line.length) break;
    let argument = '';
    let inQuotes = false;
    for (; at < line.length && (inQuotes || (line[at] !== ' ' && line[at] !== '\t')); at++) {
      let backslashes = 0;
      while (line[at + backslashes] === '\\') backslashes++;
      const isQuote = line[at + backslashes] === '"';
      argument += '\\'.repeat(isQuote ? Math.floor(backslashes / 2) : backslashes);
      at += backslashes;
      if (!isQuote) {
        if (at >= line.length || (!inQuotes && (line[at] === ' ' || line[at] === '\t'))) break;
        argument += line.charAt(at);
      } else if (backslashes % 2 === 1) {
        argument += '"';
      } else if (inQuotes && line[at + 1] === '"') {
        argument += '"';
        at++;
      } else {
        inQuotes = !inQuotes;
      }
    }
    found.push(argument);
  }
  return found;
}
