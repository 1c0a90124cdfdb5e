/**
 * Files that a program opens, but not as what they are: why each is refused rightly, by the end of its name. They are looked
 * at by hand, one by one; the page lists them.
 */
const MISJUDGED: Readonly<Record<string, string>> = {
  'mimetype/testdata/bad.dbf': 'one byte, zero: LibreOffice shows an empty page',
  'Tests/images/unsupported_bitcount.dds':
    'a third of the bytes that its header says; the tests of Pillow, where it is from, expect a refusal',
  'mwolson/templates/header.tex':
    'a template of Emacs Muse, with Lisp where LaTeX needs the class of the document',
};

/** @returns why the answer of the ordinary program does not count; undefined if it does */
export const misjudgedBecause = (name: string): string | undefined =>
  Object.entries(MISJUDGED).find(([end]) => name.endsWith(end))?.[1];
