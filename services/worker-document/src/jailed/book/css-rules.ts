/**
 * Finds what a style sheet asks for, in time that grows with its length alone: a rule without its end is matched too, and
 * kept, because looking for the end again from each of its parts would take long.
 */
const IMPORT = /@import\s[^;{}]*;?/gi;
const IMPORTED = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/i;
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi;
/** Told elsewhere, or without a meaning in a section of a page. */
const HEADER_RULE = /@(?:charset|namespace)[^;{}]*;?/gi;
/** Pages are ours to lay out. */
const PAGE_RULE = /@page\b[^{}]*(?:\{[^{}]*\}?)?/gi;
/** A chapter is a section of our page: what a style sheet says of its body, it says of that. */
const BODY = /(^|[\s,{}>;/])(?:html\s+(?:>\s*)?)?(?:body|html)(?=[\s.,:#[{>+~])/gi;
const REFERENCE = /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^()"'\s]+)\s*)?\)/gi;
/** References longer than this hold their content themselves. */
const MAX_REFERENCE_LENGTH = 2_000;

/** What a rule that was found as `IMPORT` names. */
const importedBy = (rule: string): string | undefined =>
  rule.endsWith(';') ? IMPORTED.exec(rule)?.[1] : undefined;

/** References to the sheets that a sheet imports, in order. */
export const importsOf = (css: string): string[] =>
  [...css.matchAll(IMPORT)].flatMap(([rule]) => importedBy(rule) ?? []);

/** The `@font-face` rules. */
export const fontFacesOf = (css: string): readonly string[] => css.match(FONT_FACE) ?? [];

/** The rules that style a chapter, for the section that it becomes. */
export const sectionRules = (css: string): string =>
  css
    .replace(IMPORT, (rule) => (importedBy(rule) === undefined ? rule : ''))
    .replace(FONT_FACE, '')
    .replace(HEADER_RULE, (rule) => (rule.endsWith(';') ? '' : rule))
    .replace(PAGE_RULE, (rule) => (rule.endsWith('}') ? '' : rule))
    .replace(BODY, '$1:scope');

/** The same text with every `url()` as `urlOf` has it, which is asked once for each. */
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
