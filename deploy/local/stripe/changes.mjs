/** New metadata: keys with null go, null alone clears all. */
export function mergeMetadata(old, changes) {
  if (changes === undefined) return old;
  if (changes === null) return {};
  const merged = { ...old, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/**
 * Gives an object new values.
 *
 * @returns what the fields were that are another now; undefined if none is
 */
export function applyChanges(object, fields) {
  const changed = Object.entries(fields).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(object[key]),
  );
  if (changed.length === 0) return undefined;
  const previous = Object.fromEntries(changed.map(([key]) => [key, object[key]]));
  Object.assign(object, Object.fromEntries(changed));
  return previous;
}
