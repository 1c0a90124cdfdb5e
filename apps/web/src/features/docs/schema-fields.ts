import type { OpenApi, Schema } from './openapi.js';

/** One line of a table of fields. */
export interface SchemaField {
  /** With the names around it: `conversion.losses[].code`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** Id of the description's translations. */
  readonly textId: string;
}

/** Deeper fields are a type's name: what they are says the call that gives them. */
const MAX_DEPTH = 3;

type Schemas = OpenApi['components']['schemas'];

const nameOf = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1);

/** The schema that a reference names. */
const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
};

/** Null beside something is said by the type; what remains is that something. */
function withoutNull(schema: Schema): Schema {
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const [only, ...others] = choices.filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : schema;
}

const bounds = ({ minimum, maximum }: Schema): string =>
  // Zod writes the largest safe integer where there is no upper bound.
  minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
    ? ''
    : ` ${minimum}–${maximum}`;

/** A type in words: `integer 1–100`, `"a" | "b"`, `string (uuid) | null`, `Conversion[]`. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(' | ');
  const name = nameOf(schema);
  if (name !== undefined) return name;
  if (schema.items) return `${typeText(schema.items)}[]`;
  const types = [schema.type ?? 'object'].flat().map((type) => {
    if (type === 'null') return type;
    return `${type}${schema.format ? ` (${schema.format})` : ''}${bounds(schema)}`;
  });
  return types.join(' | ');
}

/**
 * The fields of an object, those of objects within it after it.
 *
 * @param owner - where the object stands, if it is no named schema: the beginning of the ids of its texts
 */
export function fieldsOf(
  schema: Schema,
  schemas: Schemas,
  owner: string,
  around = '',
  depth = 1,
): readonly SchemaField[] {
  const object = withoutNull(schema);
  const { properties = {}, required = [], additionalProperties } = resolved(object, schemas);
  const fieldsWithin = (textId: string, name: string, field: Schema): readonly SchemaField[] => {
    if (depth >= MAX_DEPTH) return [];
    const content = withoutNull(field);
    return content.items
      ? fieldsOf(content.items, schemas, `${textId}[]`, `${name}[].`, depth + 1)
      : fieldsOf(content, schemas, textId, `${name}.`, depth + 1);
  };
  const linesOf = (id: string, field: Schema, isRequired: boolean): readonly SchemaField[] => {
    const name = around + id;
    const textId = `${nameOf(object) ?? owner}.${id}`;
    const description = field.description ?? resolved(field, schemas).description;
    return [
      { name, type: typeText(field), isRequired, description, textId },
      ...fieldsWithin(textId, name, field),
    ];
  };
  const named = Object.entries(properties).flatMap(([id, field]) =>
    linesOf(id, field, required.includes(id)),
  );
  const others = typeof additionalProperties === 'object' ? linesOf('*', additionalProperties, false) : [];
  return [...named, ...others];
}
