import type { Schema } from '@cfworker/json-schema';

/** How much there is to check. */
export interface Extent {
  /** How deep it goes. */
  readonly depth: number;
  /** The length of its longest text or name. */
  readonly longest: number;
  /** How many values it holds. */
  readonly size: number;
}

/** Beyond this length of a text patterns are not tried: each way takes as many steps as the text is long. */
const longestMatched = 256;
const longestPattern = 200;
const mostWays = 100_000;
/** What an entry costs that finds nothing to do. */
const ofAnyEntry = 20;

/**
 * What it costs at most to enter a schema once, the schemas below it apart: a small one can ask for more than a lifetime
 * of work.
 */
export function costOf(schema: Schema, { longest, size }: Extent): number {
  const { pattern, patternProperties = {}, uniqueItems } = schema;
  const names = Object.keys(patternProperties).reduce((sum, name) => sum + waysOf(name, longest), 0);
  return (
    ofAnyEntry +
    (longest + heldBy(schema).length) / 100 +
    (pattern === undefined ? 0 : waysOf(pattern, longest)) +
    names * size +
    // Each item is compared with each.
    (uniqueItems ? (size * size) / 10 : 0)
  );
}

/** What is gone through, and compared, each time. */
function heldBy(schema: Schema): string {
  const { properties = {}, dependentSchemas = {}, dependencies = {} } = schema;
  return JSON.stringify([
    [schema.enum, schema.const, schema.required, schema.dependentRequired],
    [Object.keys(properties), Object.keys(dependentSchemas), Object.values(dependencies).filter(Array.isArray)],
  ]);
}

/** Whether a pattern can be tried without the risk of running for ever. */
export function isHarmless(pattern: string, { longest }: Extent): boolean {
  return longest <= longestMatched && waysOf(pattern, longest) <= mostWays && isLegal(pattern);
}

const classesAndEscapes = /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|.)/gs;

/** In how many ways a pattern can be laid over a text of some length, all of which are tried where none fits. */
function waysOf(pattern: string, length: number): number {
  const bare = pattern.replace(classesAndEscapes, 'a');
  // Back references, look-around and repeated groups are not followed.
  if (pattern.length > longestPattern || /\\[1-9k]/.test(pattern) || /\(\?[=!<]|\)[*+{]/.test(bare)) return Infinity;
  const isAnchored = bare.startsWith('^') && !bare.includes('|');
  let ways = isAnchored ? 1 : length + 1;
  for (const [choice] of bare.matchAll(/[*+?|]|\{\d+,\d*\}/g))
    ways *= choice === '?' || choice === '|' ? 2 : length + 1;
  return ways;
}

function isLegal(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
