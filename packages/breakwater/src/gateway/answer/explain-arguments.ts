import { Validator } from '@cfworker/json-schema';
import { classifyIssues, type Failure, type Locale } from '@breakwater/core';
import type { Extent } from './check-cost.ts';
import { toCheckableSchema } from './checkable-schema.ts';
import { readUnits } from './schema-issues.ts';

/** What the cached schema of a tool says of a call's arguments. */
export type ArgumentFinding = Pick<Failure, 'kind' | 'field' | 'expected' | 'received' | 'issues' | 'suggestion'>;

const longestSchema = 262_144;
const longestArguments = 65_536;
const deepest = 64;
/** What one check may cost: some tenths of a second at worst, in which nothing else of this process is done. */
const mostWork = 400_000;

/**
 * Says which arguments break a tool's schema, for an answer that has refused them without saying why.
 *
 * @param definition The tool as its server has defined it, as JSON text.
 * @param args The arguments as JSON text.
 * @returns What is wrong, or undefined where nothing is or nothing can be said: schemas are a stranger's, and may be too
 *   large, refer elsewhere, or not be understood.
 */
export function explainArguments(definition: string, args: string, locale: Locale): ArgumentFinding | undefined {
  if (definition.length > longestSchema || args.length > longestArguments) return undefined;
  try {
    return findIn(definition, JSON.parse(args), locale);
  } catch {
    // The interpreter throws on what it can't follow. That means unknown, never wrong.
    return undefined;
  }
}

function findIn(definition: string, args: unknown, locale: Locale): ArgumentFinding | undefined {
  let work = 0;
  const entered = (cost: number): undefined => {
    work += cost;
    if (work > mostWork) throw new RangeError('The schema asks for too much work.');
    return undefined;
  };
  // Sound: the text is an element of a list that the scanner has found to be well-formed; the schema is looked at piece by piece.
  const { inputSchema } = JSON.parse(definition) as { readonly inputSchema?: unknown };
  const extent = extentOf(args, 0);
  const checkable = toCheckableSchema(inputSchema, { extent, entered });
  if (checkable === undefined || extent.depth > deepest) return undefined;
  const { valid, errors } = new Validator(checkable.schema, checkable.draft, false).validate(args);
  if (valid) return undefined;
  const {
    cause: _cause,
    executed: _executed,
    message: _message,
    ...found
  } = classifyIssues(readUnits(errors, checkable.schema), args, locale);
  // That the arguments don't fit together, without a word on which, is what the server has said already.
  return found.field === undefined && found.issues === undefined ? undefined : found;
}

function extentOf(value: unknown, depth: number): Extent {
  if (typeof value === 'string') return { depth, longest: value.length, size: 1 };
  if (typeof value !== 'object' || value === null || depth > deepest) return { depth, longest: 0, size: 1 };
  let [deepestBelow, longest, size] = [depth, 0, 1];
  for (const [key, each] of Object.entries(value)) {
    const below = extentOf(each, depth + 1);
    deepestBelow = Math.max(deepestBelow, below.depth);
    longest = Math.max(longest, below.longest, key.length);
    size += below.size;
  }
  return { depth: deepestBelow, longest, size };
}
