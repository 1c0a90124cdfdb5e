/** Minutes from the start of an upload until its files are erased, as `services/usage` counts them. */
const ERASED_AFTER_MINUTES = 58;

/** Key prefix of a conversion's objects in the store: the minute in which they are erased, and its id. */
export function keyPrefixOf(conversionId: string, startedAtMs: number): string {
  const erasedAt = new Date(startedAtMs + ERASED_AFTER_MINUTES * 60_000);
  return `${erasedAt.toISOString().slice(0, 16)}/${conversionId}/`;
}
