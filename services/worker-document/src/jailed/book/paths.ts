/** The target of a reference: a path in the container, or an external address. */
export type ReferenceTarget =
  | { readonly path: string; readonly fragment: string }
  | { readonly address: string };

const ROOT = 'epub://book/';

/**
 * Resolves a reference in a file of the container. It cannot lead outside: `..` ends at the root.
 *
 * @returns undefined for anything except a file of the book, a web address or a mail address
 */
export function resolveReference(base: string, reference: string): ReferenceTarget | undefined {
  const from = ROOT + base.split('/').map(encodeURIComponent).join('/');
  if (!URL.canParse(reference.trim(), from)) return undefined;
  const url = new URL(reference.trim(), from);
  if (['http:', 'https:', 'mailto:'].includes(url.protocol)) return { address: url.href };
  if (url.protocol !== 'epub:' || url.host !== 'book') return undefined;
  return { path: decode(url.pathname.slice(1)), fragment: decode(url.hash.slice(1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign is kept
  }
}
