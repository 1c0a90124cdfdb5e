import type { OptionsSchema } from '@filemill/api';
import { z } from 'zod';

type Field = z.core.$ZodType;
type Rendered = NonNullable<OptionsSchema['properties']>[string];

const schemas = new WeakMap<z.ZodObject, OptionsSchema>();
const fields = new WeakMap<Field, Rendered>();

const render = (shape: Readonly<Record<string, Field>>): OptionsSchema =>
  z.toJSONSchema(z.strictObject(shape), { io: 'input' }) as OptionsSchema;
const EMPTY = render({});

/**
 * The accepted settings as JSON Schema; none of them is required. A field stands in many schemas and is rendered once: those
 * of one video format take a tenth of a second otherwise, on the thread that answers everybody.
 */
export function jsonSchemaOf(schema: z.ZodObject): OptionsSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const properties = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(field)]),
  );
  const rendered: OptionsSchema = { ...EMPTY, properties };
  schemas.set(schema, rendered);
  return rendered;
}

function fieldOf(field: Field): Rendered {
  const known = fields.get(field);
  if (known) return known;
  const rendered = render({ field }).properties?.field ?? {};
  fields.set(field, rendered);
  return rendered;
}
