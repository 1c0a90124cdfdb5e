/** What a file is for a person: one quota, one row of size limits and one colour each. */
export const CATEGORIES = [
  'image',
  'video',
  'audio',
  'document',
  'presentation',
  'archive',
  'ebook',
  'font',
] as const;
export type Category = (typeof CATEGORIES)[number];
