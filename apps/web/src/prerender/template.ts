import { type Head, PAGE_TAG } from '../app/head/head-tags.js';

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
