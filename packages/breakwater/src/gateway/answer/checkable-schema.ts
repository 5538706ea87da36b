import type { Schema, SchemaDraft } from '@cfworker/json-schema';
import { costOf, isHarmless, type Extent } from './check-cost.ts';

/** A stranger's schema as far as it can be applied without harm: a copy that holds nothing but what was looked at. */
export interface CheckableSchema {
  readonly schema: Schema;
  readonly draft: SchemaDraft;
}

/** Options of {@link toCheckableSchema}. */
export interface CheckableOptions {
  /** What will be checked. */
  readonly extent: Extent;
  /** Called whenever the interpreter enters a schema, with what that costs at most; it ends the check by throwing. */
  readonly entered: (cost: number) => undefined;
}

const deepest = 32;
const mostNodes = 4_000;

/** How the value of each keyword must be formed; keywords that stand in neither table are annotations and left out. */
const forms: Readonly<Record<string, Form>> = {
  ...all(
    'schema',
    'additionalProperties propertyNames not if then else contains additionalItems unevaluatedItems unevaluatedProperties',
  ),
  ...all('schemas', 'allOf anyOf oneOf prefixItems'),
  ...all('map', 'properties patternProperties $defs definitions dependentSchemas'),
  ...all(
    'number',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  ),
  ...all('own', 'type const enum required dependentRequired dependencies items pattern format $ref uniqueItems'),
};

type Form = 'schema' | 'schemas' | 'map' | 'number' | 'own';

/** What changes the meaning of everything around it in ways that are not followed here. */
const notFollowed: ReadonlySet<string> = new Set([
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$anchor',
  '$vocabulary',
  'extends',
  'disallow',
]);

/** Where a schema that says less than the stranger's does not mean that more is allowed. */
const turningAround: ReadonlySet<string> = new Set(['not', 'if', 'oneOf', 'contains']);

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
/** Formats that are tried in linear time; any other is a note for people. */
const formats: ReadonlySet<unknown> = new Set([
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
]);

/** Copies a schema for the interpreter; undefined where it is too large or too deep, refers elsewhere, or is not understood. */
export function toCheckableSchema(schema: unknown, options: CheckableOptions): CheckableSchema | undefined {
  const draft = isRecord(schema) ? draftOf(schema['$schema']) : undefined;
  if (draft === undefined) return undefined;
  const reader = new SchemaReader(draft, options);
  const copy = reader.read(schema, 0, true);
  return reader.understood && typeof copy === 'object' ? { schema: copy, draft } : undefined;
}

class SchemaReader {
  understood = true;
  readonly #draft: SchemaDraft;
  readonly #options: CheckableOptions;
  #nodes = 0;

  constructor(draft: SchemaDraft, options: CheckableOptions) {
    this.#draft = draft;
    this.#options = options;
  }

  /** @param mayOmit Whether leaving something out can only make the schema more generous. */
  read(schema: unknown, depth: number, mayOmit: boolean): Schema | boolean {
    this.#nodes += 1;
    if (typeof schema === 'boolean') return schema;
    if (!isRecord(schema) || depth > deepest || this.#nodes > mostNodes) return this.#notUnderstood();
    const members = Object.entries(schema).flatMap(([keyword, value]) => this.#member(keyword, value, depth, mayOmit));
    const copy: Schema = Object.fromEntries(members);
    if (schema['nullable'] === true && typeof copy.type === 'string') copy.type = [copy.type, 'null'];
    const { entered, extent } = this.#options;
    const cost = costOf(copy, extent);
    // The interpreter looks at this keyword, which nobody else has here, once for each time that it enters a schema.
    return Object.defineProperty(copy, '$recursiveAnchor', { get: () => entered(cost) });
  }

  #member(keyword: string, value: unknown, depth: number, mayOmit: boolean): readonly (readonly [string, unknown])[] {
    const read = (each: unknown): Schema | boolean =>
      this.read(each, depth + 1, mayOmit && !turningAround.has(keyword));
    const refersElsewhere = keyword === '$id' && depth > 0;
    if (notFollowed.has(keyword) || refersElsewhere) return [[keyword, this.#notUnderstood()]];
    switch (Object.hasOwn(forms, keyword) ? forms[keyword] : undefined) {
      case 'schema':
        return [[keyword, read(value)]];
      case 'schemas':
        return [[keyword, this.#list(value, read)]];
      case 'map':
        // A name that can't be tried would count as one that isn't allowed.
        if (
          keyword === 'patternProperties' &&
          isRecord(value) &&
          !Object.keys(value).every((name) => this.#isHarmless(name))
        )
          this.#notUnderstood();
        return [[keyword, this.#map(value, read)]];
      case 'number':
        return [
          [
            keyword,
            typeof value === 'number' || (this.#draft === '4' && typeof value === 'boolean')
              ? value
              : this.#notUnderstood(),
          ],
        ];
      case 'own':
        return this.#own(keyword, value, read, mayOmit);
      default:
        return [];
    }
  }

  #own(
    keyword: string,
    value: unknown,
    read: (each: unknown) => Schema | boolean,
    mayOmit: boolean,
  ): readonly (readonly [string, unknown])[] {
    switch (keyword) {
      case 'type':
        return [
          [
            keyword,
            types.has(value) || (Array.isArray(value) && value.every((each) => types.has(each)))
              ? value
              : this.#notUnderstood(),
          ],
        ];
      case 'enum':
        return [[keyword, Array.isArray(value) ? value : this.#notUnderstood()]];
      case 'required':
        return [[keyword, isStrings(value) ? value : this.#notUnderstood()]];
      case 'dependentRequired':
        return [[keyword, this.#map(value, (each) => (isStrings(each) ? each : this.#notUnderstood()))]];
      case 'dependencies':
        return [[keyword, this.#map(value, (each) => (isStrings(each) ? each : read(each)))]];
      case 'items':
        return [[keyword, Array.isArray(value) ? this.#list(value, read) : read(value)]];
      case '$ref':
        return [[keyword, typeof value === 'string' && /^#(?:\/|$)/.test(value) ? value : this.#notUnderstood()]];
      case 'pattern':
        if (typeof value === 'string' && this.#isHarmless(value)) return [[keyword, value]];
        return mayOmit ? [] : [[keyword, this.#notUnderstood()]];
      case 'format':
        return formats.has(value) ? [[keyword, value]] : [];
      default:
        return [[keyword, value]];
    }
  }

  #list(value: unknown, read: (each: unknown) => unknown): readonly unknown[] {
    if (Array.isArray(value)) return value.map(read);
    this.#notUnderstood();
    return [];
  }

  #map(value: unknown, read: (each: unknown) => unknown): Readonly<Record<string, unknown>> {
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]));
    this.#notUnderstood();
    return {};
  }

  #isHarmless(pattern: string): boolean {
    return isHarmless(pattern, this.#options.extent);
  }

  #notUnderstood(): true {
    this.understood = false;
    return true;
  }
}

/** Without `$schema` MCP means 2020-12. */
function draftOf(dialect: unknown): SchemaDraft | undefined {
  if (dialect === undefined) return '2020-12';
  const [, draft] =
    /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/(?:2019-09|2020-12))\/schema#?$/.exec(
      typeof dialect === 'string' ? dialect : '',
    ) ?? [];
  switch (draft) {
    case 'draft-04':
      return '4';
    case 'draft-06':
    case 'draft-07':
      return '7';
    case 'draft/2019-09':
      return '2019-09';
    case 'draft/2020-12':
      return '2020-12';
    default:
      return undefined;
  }
}

function all(form: Form, keywords: string): Readonly<Record<string, Form>> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, form]));
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
