/**
 * Finds parts of a style sheet in linear time: a rule without an end is matched too, and
 * kept, because searching for the end again from each of its parts would take long.
 */
const IMPORT = /@import\s[^;{}]*;?/gi;
const IMPORTED = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/i;
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi;
/** Handled elsewhere, or without a meaning in a section of a page. */
const HEADER_RULE = /@(?:charset|namespace)[^;{}]*;?/gi;
/** The page layout is ours. */
const PAGE_RULE = /@page\b[^{}]*(?:\{[^{}]*\}?)?/gi;
/** A chapter is a section of our page: rules for its body apply to that section. */
const BODY = /(^|[\s,{}>;/])(?:html\s+(?:>\s*)?)?(?:body|html)(?=[\s.,:#[{>+~])/gi;
const REFERENCE = /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^()"'\s]+)\s*)?\)/gi;
/** Longer references are data URLs. */
const MAX_REFERENCE_LENGTH = 2_000;

/** The address in a rule that `IMPORT` matches. */
const importedBy = (rule: string): string | undefined =>
  rule.endsWith(';') ? IMPORTED.exec(rule)?.[1] : undefined;

/** Addresses of the sheets that a sheet imports, in order. */
export const importsOf = (css: string): string[] =>
  [...css.matchAll(IMPORT)].flatMap(([rule]) => importedBy(rule) ?? []);

/** The `@font-face` rules. */
export const fontFacesOf = (css: string): readonly string[] => css.match(FONT_FACE) ?? [];

/** The rules of a chapter's sheet, restricted to its section. */
export const sectionRules = (css: string): string =>
  css
    .replace(IMPORT, (rule) => (importedBy(rule) === undefined ? rule : ''))
    .replace(FONT_FACE, '')
    .replace(HEADER_RULE, (rule) => (rule.endsWith(';') ? '' : rule))
    .replace(PAGE_RULE, (rule) => (rule.endsWith('}') ? '' : rule))
    .replace(BODY, '$1:scope');

/** The same text with every `url()` replaced by `urlOf`, which is called once for each. */
export async function replaceReferences(
  css: string,
  urlOf: (reference: string) => Promise<string>,
): Promise<string> {
  const found = new Map<string, string>();
  for (const [whole, double, single, bare] of css.matchAll(REFERENCE)) {
    const reference = double ?? single ?? bare ?? '';
    if (reference.length > MAX_REFERENCE_LENGTH || found.has(whole)) continue;
    found.set(whole, `url("${await urlOf(reference)}")`);
  }
  return css.replace(REFERENCE, (whole) => found.get(whole) ?? whole);
}
