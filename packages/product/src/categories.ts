/** Categories of files, in the order in which pages show them. Each has its own quota and size limit. */
export const CATEGORIES = [
  'image',
  'audio',
  'video',
  'document',
  'presentation',
  'archive',
  'ebook',
  'font',
] as const;
/** One of {@link CATEGORIES}. A spreadsheet is a document. */
export type Category = (typeof CATEGORIES)[number];

/** A record with a value for each category. */
export function fromCategories<T>(valueFor: (category: Category) => T): Record<Category, T> {
  const entries = CATEGORIES.map((category) => [category, valueFor(category)] as const);
  return Object.fromEntries(entries) as Record<Category, T>;
}

/** 1 MB, wherever a limit or a size is shown. */
export const BYTES_PER_MB = 1_048_576;
