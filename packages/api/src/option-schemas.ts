import { groupOfOption } from '@filemill/formats';
import { z } from 'zod';
import type { OptionSchema, OptionsSchema } from './formats.js';
import { exampleOf } from './option-example.js';

type Field = z.core.$ZodType;

const schemas = new WeakMap<z.ZodObject, OptionsSchema>();
const fields = new WeakMap<Field, Map<string, OptionSchema>>();

const render = (shape: Readonly<Record<string, Field>>): OptionsSchema =>
  z.toJSONSchema(z.strictObject(shape), { io: 'input' }) as OptionsSchema;
const EMPTY = render({});

/**
 * The accepted options as JSON Schema, each with its heading and an example; none of them is required. A field stands in
 * many schemas and is rendered once: those of one video format take a tenth of a second otherwise, on the thread that
 * answers everybody.
 */
export function jsonSchemaOf(schema: z.ZodObject): OptionsSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const properties = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(name, field)]),
  );
  const rendered: OptionsSchema = { ...EMPTY, properties };
  schemas.set(schema, rendered);
  return rendered;
}

function fieldOf(name: string, field: Field): OptionSchema {
  const byName = fields.get(field) ?? new Map<string, OptionSchema>();
  fields.set(field, byName);
  const known = byName.get(name);
  if (known) return known;
  const described = render({ field }).properties?.field ?? {};
  const example = exampleOf(described);
  const rendered = {
    ...described,
    group: groupOfOption(name),
    ...(example !== undefined && { examples: [example] }),
  };
  byName.set(name, rendered);
  return rendered;
}
