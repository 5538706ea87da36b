import type { OutputUnit, Schema } from '@cfworker/json-schema';

/** What an argument was refused for, named as Ajv names it. */
export interface SchemaIssue {
  readonly keyword: string;
  /** A JSON pointer. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Units that only say that those after them have found something. */
const wrappers: ReadonlySet<string> = new Set(
  (
    '$ref allOf if properties patternProperties additionalProperties unevaluatedProperties ' +
    'items prefixItems additionalItems unevaluatedItems dependentSchemas'
  ).split(' '),
);

/** Reads the interpreter's units as issues: wrappers left out, and of alternatives the one that was meant, where that can be told. */
export function readUnits(units: readonly OutputUnit[], schema: Schema): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (let index = 0; index < units.length; index++) {
    // Sound: the index is within the list.
    const unit = units[index] as OutputUnit;
    if (wrappers.has(unit.keyword)) continue;
    const end = endOfParts(units, index);
    if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf')
      issues.push(...readAlternatives(unit, units.slice(index + 1, end), schema));
    else issues.push(...readUnit(unit, schema));
    index = end - 1;
  }
  return issues;
}

/** The units behind one that belong to it: those of the schemas below its keyword. */
function endOfParts(units: readonly OutputUnit[], index: number): number {
  const below = `${units[index]?.keywordLocation ?? ''}/`;
  let end = index + 1;
  // A schema that is `false` is the only one whose unit doesn't say where it stands.
  while (units[end]?.keywordLocation.startsWith(below) === true || (end > index + 1 && units[end]?.keyword === 'false'))
    end++;
  return end;
}

function readUnit(
  { keyword, instanceLocation, keywordLocation, error }: OutputUnit,
  schema: Schema,
): readonly SchemaIssue[] {
  const instancePath = decodeURIComponent(instanceLocation.slice(1));
  const issue = (params: SchemaIssue['params'], name = keyword): readonly SchemaIssue[] => [
    { keyword: name, instancePath, params },
  ];
  const value = (): unknown => follow(schema, keywordLocation);
  switch (keyword) {
    case 'required':
      return issue({ missingProperty: /^Instance does not have required property "(.*)"\.$/s.exec(error)?.[1] });
    case 'dependentRequired':
    case 'dependencies': {
      const [, property, missingProperty] = /^Instance has "(.*)" but does not have "(.*)"\.$/s.exec(error) ?? [];
      return missingProperty === undefined ? [] : issue({ property, missingProperty });
    }
    case 'false':
    case 'propertyNames':
      return issue({}, 'additionalProperties');
    case 'type':
      return issue({ type: value() });
    case 'enum':
      return issue({ allowedValues: value() });
    case 'const':
      return issue({ allowedValue: value() });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return issue({ limit: value(), comparison: comparisons[keyword] });
    default:
      return issue({ [keyword]: value(), limit: value() });
  }
}

const comparisons = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const;

/** Of several schemas the one that the arguments come close to; where none does, what any of them would have taken. */
function readAlternatives(unit: OutputUnit, parts: readonly OutputUnit[], schema: Schema): readonly SchemaIssue[] {
  const here = decodeURIComponent(unit.instanceLocation.slice(1));
  const whole: SchemaIssue = { keyword: unit.keyword, instancePath: here, params: {} };
  const alternatives = follow(schema, unit.keywordLocation);
  const groups = groupByAlternative(unit, parts);
  // Where one has nothing to say, several of them fit, and only one may.
  if (!Array.isArray(alternatives) || groups.length < alternatives.length) return [whole];
  const read = groups.map((group) => readUnits(group, schema));
  const close = read.filter((issues) => !issues.some((issue) => rulesOut(issue, here)));
  if (close.length === 1) return close[0] ?? [whole];
  return close.length > 1 ? [whole] : [merge(read, here) ?? whole];
}

function groupByAlternative(
  { keywordLocation }: OutputUnit,
  parts: readonly OutputUnit[],
): readonly (readonly OutputUnit[])[] {
  const groups = new Map<string, OutputUnit[]>();
  let last = '';
  for (const part of parts) {
    if (part.keyword !== 'false') last = part.keywordLocation.slice(keywordLocation.length + 1).split('/', 1)[0] ?? '';
    groups.set(last, [...(groups.get(last) ?? []), part]);
  }
  return [...groups.values()];
}

/** Whether an issue says that another alternative was meant: the wrong type altogether, or the wrong value of the member that tells them apart. */
function rulesOut({ keyword, instancePath }: SchemaIssue, here: string): boolean {
  if (instancePath === here) return keyword === 'type' || keyword === 'enum' || keyword === 'const';
  return keyword === 'const' && instancePath.slice(0, instancePath.lastIndexOf('/')) === here;
}

/** What any of the alternatives would have taken, where all of them refuse the same thing for the same reason. */
function merge(read: readonly (readonly SchemaIssue[])[], here: string): SchemaIssue | undefined {
  const reasons = read.flatMap((issues) => issues.filter((issue) => rulesOut(issue, here)).slice(0, 1));
  // "Or nothing" is an alternative that nobody means who sends something.
  const meant = reasons.filter(({ params }) => params['type'] !== 'null');
  const [first] = meant;
  if (first === undefined || meant.some(({ instancePath }) => instancePath !== first.instancePath)) return undefined;
  if (meant.every(({ keyword }) => keyword === 'type'))
    return { ...first, params: { type: [...new Set(meant.flatMap(({ params }) => params['type']))] } };
  if (meant.some(({ keyword }) => keyword === 'type')) return undefined;
  const allowedValues = [
    ...new Set(
      meant.flatMap(({ params }) => ('allowedValue' in params ? [params['allowedValue']] : params['allowedValues'])),
    ),
  ];
  return { keyword: 'enum', instancePath: first.instancePath, params: { allowedValues } };
}

/** The value that stands at a place of the schema; a `$ref` on the way is gone through. */
function follow(schema: Schema, location: string): unknown {
  let value: unknown = schema;
  const parts = location.split('/').slice(1);
  // A place is as long as the way that the interpreter has gone, and so are the places that it refers to.
  for (let part = parts.shift(); part !== undefined && parts.length < longestWay; part = parts.shift()) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (key !== '$ref' || typeof value !== 'string') continue;
    parts.unshift(...value.split('/').slice(1));
    value = schema;
  }
  return value;
}

const longestWay = 1_000;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
