/** A value that can be written as Lua source. */
export type LuaValue = string | number | readonly LuaValue[] | { readonly [name: string]: LuaValue };

/**
 * A value as Lua source in which every byte of a text is a number, so that no text can end the literal.
 *
 * @param value - its keys are ours, and consist of letters
 */
export function toLua(value: LuaValue): string {
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'string') {
    return `"${[...Buffer.from(value)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
  }
  if (Array.isArray(value)) return `{${value.map(toLua).join(',')}}`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}=${toLua(inner)}`)
    .join(',')}}`;
}
