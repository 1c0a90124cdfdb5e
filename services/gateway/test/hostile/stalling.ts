/** Uploads of a few hundred bytes and more that once kept a reader busy for minutes to days. */
export const STALLING: readonly (readonly [what: string, content: string])[] = [
  ['316 bytes of comments that open and close', `<!--${'--><!-'.repeat(52)}`],
  ['64 KiB of them', `<!--${'--><!-'.repeat(10_000)}`],
  ['empty lines of a reference', `[REFERENCE]${'\n'.repeat(60_000)}`],
  ['white space of a cue sheet', `FILE\n${'\t'.repeat(60_000)}`],
  ['document types that never end', '<!DOCTYPE'.repeat(7_000)],
  ['processing instructions that never end', '<?x'.repeat(20_000)],
  ['a width of many digits and tabs', `<svg width="${'0'.repeat(30_000)}${'\t'.repeat(30_000)}">`],
  ['an attribute of many letters', `<svg ${'-'.repeat(60_000)}="">`],
  ['ends of a book', `<FictionBook>${'</FictionBook><!--'.repeat(3_000)}`],
  ['an ID3 tag full of frame marks', `ID3\x04\0\0\0\0\x0f\x7f${'\xff\xfb\x90'.repeat(20_000)}`],
];
