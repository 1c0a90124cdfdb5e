import { type Head, PAGE_TAG } from '../app/head/head-tags.js';

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

/** A module with everything that it imports at once. */
function withImports(manifest: Manifest, id: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[id];
  if (!chunk || seen.has(id)) return seen;
  seen.add(id);
  for (const inner of chunk.imports ?? []) withImports(manifest, inner, seen);
  return seen;
}

/**
 * Links that let the browser fetch a page's code, texts and styles at once, and not one after another.
 *
 * @param sources - modules of the page, as the manifest names them; those that it does not have are left out
 */
export function preloads(manifest: Manifest, sources: readonly string[]): string {
  const entry = withImports(manifest, 'index.html');
  const ids = new Set(sources.flatMap((source) => [...withImports(manifest, source)]));
  const chunks = [...ids].filter((id) => !entry.has(id)).flatMap((id) => manifest[id] ?? []);
  const styles = chunks.flatMap(({ css = [] }) =>
    css.map((file) => `<link rel="stylesheet" href="/${file}">`),
  );
  const code = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return [...styles, ...code].join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<"]/g, (character) => ESCAPES[character] ?? '');

const renderHead = ({ title, tags }: Head): string => {
  const rendered = tags.map(({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
    return `<${name} ${pairs.join(' ')} ${PAGE_TAG}="">`;
  });
  return `<title>${escapeHtml(title)}</title>${rendered.join('')}`;
};

const replaceOnce = (text: string, pattern: RegExp, by: string): string => {
  if (!pattern.test(text)) throw new Error(`index.html has no ${pattern.source}`);
  return text.replace(pattern, () => by);
};

/** A page that shows itself without the application. */
export const withoutPrograms = (template: string): string =>
  template
    .replaceAll(/<script type="module"[^<>]*><\/script>/g, '')
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '');

/** A whole page: the built `index.html` with language, head and content. */
export function fillTemplate(
  template: string,
  parts: { language: string; head: Head; links: string; content: string },
): string {
  const { language, head, links, content } = parts;
  const withLanguage = replaceOnce(template, /<html lang="en"/, `<html lang="${language}"`);
  const withHead = replaceOnce(withLanguage, /<title>[^<]*<\/title>/, renderHead(head));
  const withLinks = replaceOnce(withHead, /<\/head>/, `${links}</head>`);
  return replaceOnce(withLinks, /<div id="root"><\/div>/, `<div id="root">${content}</div>`);
}
