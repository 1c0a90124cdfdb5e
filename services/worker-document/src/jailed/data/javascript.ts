import { type Conversion, Moment, type Value } from './model.js';

/** Of one library's types that JavaScript lacks; undefined for all others. */
type Special = (value: object) => Value | undefined;

/** A value of a JavaScript library as one of ours. */
export function fromJavaScript(
  value: unknown,
  conversion: Conversion,
  depth = 0,
  special: Special = () => undefined,
): Value {
  conversion.count(depth);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (typeof value !== 'object') return value as Value;
  const known = special(value);
  if (known !== undefined) return known;
  if (value instanceof Moment) return value;
  if (value instanceof Date) return Moment.ofDate(value);
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as unknown[], (item) => fromJavaScript(item, conversion, depth + 1, special));
  const map = new Map<string, Value>();
  const entries = value instanceof Map ? value : Object.entries(value);
  for (const [name, item] of entries)
    conversion.put(map, keyText(name), fromJavaScript(item, conversion, depth + 1, special));
  return map;
}

const keyText = (key: unknown): string =>
  key instanceof Uint8Array ? Buffer.from(key).toString('base64') : String(key);
