/**
 * Reads a form-encoded text with nesting in brackets, as Stripe's clients write it:
 * `items[0][price]=x&expand[]=y` is `{ items: { 0: { price: 'x' } }, expand: { 0: 'y' } }`.
 *
 * @param {string} encoded - a body or a query
 * @returns nested objects without a prototype; lists have their positions as keys
 */
export function parseForm(encoded) {
  const result = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) set(result, segmentsOf(name), value);
  return result;
}

const segmentsOf = (name) => name.split('[').map((part, i) => (i === 0 ? part : part.replace(/\]$/, '')));

function set(target, [segment, ...rest], value) {
  const key = segment === '' ? Object.keys(target).length : segment;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  if (typeof target[key] !== 'object') target[key] = Object.create(null);
  set(target[key], rest, value);
}
