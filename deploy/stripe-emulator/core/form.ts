/** A parameter of a form: a text, or what its brackets contain; lists have their positions as keys. */
export type FormValue = string | FormFields;

/** Parameters by name; an object without a prototype. */
export interface FormFields {
  [name: string]: FormValue;
}

/**
 * Reads form-encoded text with nesting in brackets, as Stripe's clients write it:
 * `items[0][price]=x&expand[]=y` is `{ items: { 0: { price: 'x' } }, expand: { 0: 'y' } }`.
 *
 * @param encoded - a body or a query
 */
export function parseForm(encoded: string): FormFields {
  const result: FormFields = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const segments = segmentsOf(name);
    const last = segments.pop() ?? '';
    const parent = segments.reduce((fields, segment) => childOf(fields, keyOf(fields, segment)), result);
    parent[keyOf(parent, last)] = value;
  }
  return result;
}

const segmentsOf = (name: string): string[] =>
  name.split('[').map((part, i) => (i === 0 ? part : part.replace(/\]$/, '')));

/** Empty brackets append to a list. */
const keyOf = (fields: FormFields, segment: string): string =>
  segment === '' ? String(Object.keys(fields).length) : segment;

function childOf(fields: FormFields, key: string): FormFields {
  const existing = fields[key];
  if (typeof existing === 'object') return existing;
  const child: FormFields = Object.create(null);
  fields[key] = child;
  return child;
}
