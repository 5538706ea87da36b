/** The environment that `${VAR}` is read from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that was put into a text. */
export interface UsedVariable {
  readonly name: string;
  readonly value: string;
}

/** What filling in the variables of one text gave. */
export interface Expanded {
  readonly text: string;
  readonly used: readonly UsedVariable[];
  readonly problems: readonly { readonly message: string; readonly hint: string }[];
}

const form = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/**
 * Replaces `${VAR}` and `${VAR:-default}`; a variable that is unset or empty takes its default, as in a shell, and is a
 * problem where there is none, which names the place. `$${` is a plain `${`; a `$` before anything else is itself.
 */
export function expand(template: string, environment: Environment, place: string): Expanded {
  const used: UsedVariable[] = [];
  const problems: { readonly message: string; readonly hint: string }[] = [];
  const text = template.replace(/\$\$\{|\$\{([^}]*)(\}?)/g, (whole: string, body: string | undefined, end: string) => {
    if (body === undefined) return '${';
    const [, name, fallback] = end === '' ? [] : (form.exec(body) ?? []);
    if (name === undefined) {
      problems.push({
        message: 'Expected `${NAME}` or `${NAME:-default}`.',
        hint: 'A default cannot hold another variable. To write `${` itself, write `$${`.',
      });
      return whole;
    }
    const set = environment[name];
    if (typeof set === 'string' && set !== '') {
      used.push({ name, value: set });
      return set;
    }
    if (fallback !== undefined && !fallback.includes('${')) {
      if (fallback !== '') used.push({ name, value: fallback });
      return fallback;
    }
    problems.push(
      fallback === undefined
        ? {
            message: `The environment variable ${name} is ${set === '' ? 'empty' : 'not set'}; \`${place}\` needs it.`,
            hint: `Set it before starting, or give a default: \`\${${name}:-default}\`, or \`\${${name}:-}\` where it may be empty.`,
          }
        : { message: 'A default cannot hold another variable.', hint: 'Expected `${NAME}` or `${NAME:-default}`.' },
    );
    return whole;
  });
  return { text, used, problems };
}

/** The name in a text that is one variable, without a default, and nothing else. */
export function soleVariable(text: string): string | undefined {
  return /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}
