/** Formats that most people look for, best known first; each has a line in `convert:popular`. */
export const POPULAR: readonly string[] = [
  ...['pdf', 'jpg', 'mp4', 'mp3', 'png', 'docx', 'webp', 'gif', 'wav', 'webm', 'flac', 'txt'],
];

/** The formats that most people look for, then the others in their order. */
export function popularFirst<T extends { readonly format: string }>(formats: readonly T[]): readonly T[] {
  const known = POPULAR.flatMap((id) => formats.find(({ format }) => format === id) ?? []);
  return [...known, ...formats.filter((one) => !known.includes(one))];
}
