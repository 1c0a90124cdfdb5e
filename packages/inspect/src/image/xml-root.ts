/** Name (without prefix) and attributes of the outermost element of an XML text. */
export interface RootElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Ends at its first end, and cannot be read in two ways: a second one would double the work at each comment. */
const COMMENT = '<!--(?:(?!-->)[^])*-->';
const QUOTED = `"[^"]*"|'[^']*'`;
const SUBSET = String.raw`\[(?:${QUOTED}|${COMMENT}|<(?!!--)|[^\]"'<])*\]`;
/** What may stand before the root: declaration, instructions, comments, and a DOCTYPE with an internal subset. */
const PROLOG = new RegExp(
  String.raw`^(?:\s+|<\?[^]*?\?>|${COMMENT}|<!DOCTYPE(?:${QUOTED}|${SUBSET}|[^>"'[])*>)*`,
  'i',
);
const ROOT = /^<(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/;

/**
 * Looks for the root element in the first bytes of a text; undefined if there is none within them.
 *
 * @param head - UTF-8 or, with a byte order mark, UTF-16; names and sizes are ASCII in every other encoding
 */
export function rootElement(head: Buffer): RootElement | undefined {
  const text = decode(head);
  if (!/^\s*</.test(text)) return undefined;
  const body = text.slice(PROLOG.exec(text)?.[0].length ?? 0);
  const match = ROOT.exec(body);
  if (!match?.[1]) return undefined;
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted = ''] of (match[2] ?? '').matchAll(/([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    attributes.set(name, quoted.slice(1, -1));
  }
  return { name: match[1], attributes };
}

function decode(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder('utf-8').decode(head);
}
