import type { OptionSchema, OptionValue } from '@filemill/api';

/** The kind of control of a setting. */
type FieldLook = 'segments' | 'select' | 'switch' | 'slider' | 'number' | 'text';

/** One setting of an output, ready to render. */
export interface OptionFieldSpec {
  readonly name: string;
  readonly look: FieldLook;
  readonly schema: OptionSchema;
  readonly choices: readonly string[];
  readonly isAdvanced: boolean;
}

export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

/** Controls that are shown at once; the rest is under "All options". */
const MAX_PLAIN = 3;
/** Choices that fit side by side. */
const MAX_SEGMENTS = 3;
/** A range with more steps than this is easier to type than to slide. */
const MAX_SLIDER_STEPS = 200;

const isNumeric = ({ type }: OptionSchema): boolean => type === 'integer' || type === 'number';
const stepOf = ({ type, multipleOf }: OptionSchema): number => multipleOf ?? (type === 'integer' ? 1 : 0);

/** The values of an enumeration, in either of its two schema forms. */
function choicesOf({ enum: words, anyOf, oneOf }: OptionSchema): readonly string[] {
  const branches = anyOf ?? oneOf ?? [];
  return (words ?? branches.flatMap((branch) => branch.const ?? [])).map(String);
}

function lookOf(schema: OptionSchema, choices: readonly string[]): FieldLook {
  if (choices.length > 0) return choices.length <= MAX_SEGMENTS ? 'segments' : 'select';
  if (schema.type === 'boolean') return 'switch';
  if (!isNumeric(schema)) return 'text';
  const { minimum, maximum } = schema;
  const steps = (Number(maximum) - Number(minimum)) / (stepOf(schema) || 1);
  return minimum !== undefined && maximum !== undefined && steps <= MAX_SLIDER_STEPS ? 'slider' : 'number';
}

/** The settings of an output in the order of its schema. Objects and lists are left out: only the API has them. */
export function optionFields(schemas: OptionSchemas): readonly OptionFieldSpec[] {
  const drawn = Object.entries(schemas).filter(([, { type }]) => type !== 'object' && type !== 'array');
  let plain = 0;
  return drawn.map(([name, schema]) => {
    const choices = choicesOf(schema);
    if (schema.advanced !== true) plain += 1;
    const isAdvanced = schema.advanced === true || plain > MAX_PLAIN;
    return { name, schema, choices, look: lookOf(schema, choices), isAdvanced };
  });
}

/** Why a value is invalid: the range, and the nearest valid value. */
export interface Violation {
  readonly min?: number;
  readonly max?: number;
  readonly nearest?: number;
  /** Most characters of a text. */
  readonly maxLength?: number;
}

/** The nearest valid value of a number setting. */
function nearestOf(value: number, schema: OptionSchema): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const step = stepOf(schema);
  const base = Number.isFinite(minimum) && minimum % (step || 1) !== 0 ? minimum : 0;
  const stepped = step > 0 ? base + Math.round((value - base) / step) * step : value;
  return Math.min(maximum, Math.max(minimum, stepped));
}

/** @returns undefined for a valid value, and for no value */
export function violationOf(
  value: OptionValue | undefined,
  { schema }: OptionFieldSpec,
): Violation | undefined {
  if (value === undefined) return undefined;
  if (isNumeric(schema)) {
    const nearest = nearestOf(Number(value), schema);
    if (Number(value) === nearest) return undefined;
    return { min: schema.minimum, max: schema.maximum, ...(Number.isFinite(nearest) && { nearest }) };
  }
  const { maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (String(value).length > maxLength) return { maxLength };
  return pattern && !new RegExp(pattern, 'u').test(String(value)) ? {} : undefined;
}

/** Whether a value from elsewhere is one of a setting. */
export function isAccepted(value: OptionValue, spec: OptionFieldSpec): boolean {
  const { schema, choices } = spec;
  if (choices.length > 0) return choices.includes(String(value));
  if (typeof value !== (isNumeric(schema) ? 'number' : schema.type)) return false;
  return violationOf(value, spec) === undefined;
}

/** Settings that stand under one heading. */
export interface FieldGroup {
  /** Absent for those without a heading. */
  readonly group: string | undefined;
  readonly specs: readonly OptionFieldSpec[];
}

/** The settings by their headings, which come in the order of the first setting of each. */
export const fieldGroups = (specs: readonly OptionFieldSpec[]): readonly FieldGroup[] =>
  [...Map.groupBy(specs, ({ schema }) => schema.group)].map(([group, members]) => ({
    group,
    specs: members,
  }));

/** A draft without default values: the server fills them in. */
export const withoutDefaults = (
  values: Readonly<Record<string, OptionValue | undefined>>,
  schemas: OptionSchemas,
): Readonly<Record<string, OptionValue>> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, OptionValue] =>
        entry[1] !== undefined && entry[1] !== schemas[entry[0]]?.default,
    ),
  );
