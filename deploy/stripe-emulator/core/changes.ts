import type { Metadata } from './stored.ts';

/** New metadata: keys with null are removed, and null alone removes all. */
export function mergeMetadata(
  old: Metadata,
  changes: Record<string, string | null> | null | undefined,
): Metadata {
  if (changes === undefined) return old;
  if (changes === null) return {};
  const entries = Object.entries({ ...old, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * Gives an object new values.
 *
 * @returns the old values of the fields that changed; undefined if none did
 */
export function applyChanges<T extends object>(object: T, fields: Partial<T>): Partial<T> | undefined {
  const previous: Partial<T> = {};
  for (const key in fields) {
    if (JSON.stringify(fields[key]) === JSON.stringify(object[key])) continue;
    previous[key] = object[key];
    Object.assign(object, { [key]: fields[key] });
  }
  return Object.keys(previous).length > 0 ? previous : undefined;
}
