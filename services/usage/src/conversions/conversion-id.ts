/** The time in a UUIDv7, Unix milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** A UUID that sorts before every id of this time or later. */
export const firstIdAt = (atMs: number): string =>
  atMs
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');
