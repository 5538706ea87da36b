import { withoutBinary } from './base64.ts';
import { withoutDatabase } from './database.ts';
import { withoutHosts } from './hosts.ts';
import { withoutPaths } from './paths.ts';
import type { Phrases } from './phrases.ts';
import { isThirdPartySignInFailure, type SignInContext } from './sign-in.ts';
import { withoutStacks } from './stacks.ts';

/** Takes from a text what tells how the server is built, and leaves what happened. Credentials are masked before. */
export function withoutInternals(text: string, phrases: Phrases, context: SignInContext = {}): string {
  // Each step reads what the one before left: a stack's frames would be taken for paths, a URL for a host.
  const told = withoutSignIn(withoutStacks(text), phrases, context);
  return withoutBinary(withoutPlaces(withoutDatabase(told, phrases)));
}

/** Hosts and paths, also where their slashes are escaped (`\/`), as PHP and others write JSON. */
function withoutPlaces(text: string): string {
  const plain = text.includes('\\/') ? text.replace(/[^\s"]+/g, unescapedSlashes) : text;
  const told = withoutPaths(withoutHosts(plain));
  return told === plain ? text : told;
}

/** JSON escapes all slashes or none, and knows no `\d`: everything else is a pattern. */
function unescapedSlashes(word: string): string {
  return /(?<!\\)\/|[*^]|(?<!\\)(?:\\\\)*\\[^"\\/bfnrtu]/.test(word) ? word : word.replace(/(?<!\\)\\+\//g, '/');
}

/** A statement on a credential goes with its whole line and the lines that explain it. */
function withoutSignIn(text: string, phrases: Phrases, context: SignInContext): string {
  if (!isThirdPartySignInFailure(text, context)) return text;
  const lines: string[] = [];
  let said = false;
  for (const line of text.split('\n')) {
    const says = isThirdPartySignInFailure(line, context);
    if (!says && said && /^(?:\s|DETAIL|HINT|CONTEXT|[A-Z]\w{0,20}:|[{}[\]"'-])/.test(line)) continue;
    if (!says) lines.push(line);
    else if (!said) lines.push(phrases.signInFailed);
    said ||= says;
  }
  return said ? lines.join('\n') : phrases.signInFailed;
}
