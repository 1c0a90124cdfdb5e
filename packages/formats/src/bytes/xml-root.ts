/** Name (without prefix) and attributes of the outermost element of an XML text. */
interface RootElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const SPACE = /\s*/y;
const DOCTYPE = /<!DOCTYPE/iy;
/** Characters that end a DOCTYPE or open its internal subset, and quotes and comments that can contain them. */
const IN_DOCTYPE = /["'[>]/g;
const IN_SUBSET = /["'\]]|<!--/g;
const NAME = /<(?:[\w.-]+:)?([\w.-]+)/y;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/y;
const END = /\s*\/?>/y;

/**
 * Looks for the root element in the first bytes of a text; undefined if they hold none. Each part is read once, and a
 * part without an end ends the search, so the time is linear.
 *
 * @param head - UTF-8 or, with a byte order mark, UTF-16; names and sizes are ASCII in every other encoding
 */
export function rootElement(head: Buffer): RootElement | undefined {
  const text = decode(head);
  const start = rootStart(text);
  if (start === undefined) return undefined;
  const name = matchAt(NAME, text, start);
  if (!name?.[1]) return undefined;
  const attributes = new Map<string, string>();
  let at = NAME.lastIndex;
  for (let found = matchAt(ATTRIBUTE, text, at); found; found = matchAt(ATTRIBUTE, text, at)) {
    attributes.set(found[1] ?? '', (found[2] ?? '').slice(1, -1));
    at = ATTRIBUTE.lastIndex;
  }
  return matchAt(END, text, at) ? { name: name[1], attributes } : undefined;
}

/** Name of the root element, without its prefix; its tag need not end within the first bytes. */
export function rootName(head: Buffer): string | undefined {
  const text = decode(head);
  const start = rootStart(text);
  const name = start === undefined ? null : matchAt(NAME, text, start);
  return name && /[\s/>]/.test(text.charAt(NAME.lastIndex)) ? name[1] : undefined;
}

/** Skips what may precede the root: declaration, instructions, comments, and a DOCTYPE with an internal subset. */
function rootStart(text: string): number | undefined {
  let at: number | undefined = 0;
  while (at !== undefined) {
    matchAt(SPACE, text, at);
    at = SPACE.lastIndex;
    if (text.startsWith('<?', at)) at = behind(text, '?>', at + 2);
    else if (text.startsWith('<!--', at)) at = behind(text, '-->', at + 4);
    else if (matchAt(DOCTYPE, text, at)) at = behindDoctype(text, DOCTYPE.lastIndex);
    else return text.startsWith('<', at) ? at : undefined;
  }
  return undefined;
}

function behindDoctype(text: string, from: number): number | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    const found = matchAt(IN_DOCTYPE, text, at);
    if (!found) return undefined;
    const next = found.index + 1;
    if (found[0] === '>') return next;
    at = found[0] === '[' ? behindSubset(text, next) : behind(text, found[0], next);
  }
  return undefined;
}

function behindSubset(text: string, from: number): number | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    const found = matchAt(IN_SUBSET, text, at);
    if (!found) return undefined;
    const next = found.index + found[0].length;
    if (found[0] === ']') return next;
    at = behind(text, found[0] === '<!--' ? '-->' : found[0], next);
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Undefined if it is not found. */
function behind(text: string, end: string, from: number): number | undefined {
  const at = text.indexOf(end, from);
  return at < 0 ? undefined : at + end.length;
}

function decode(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder('utf-8').decode(head);
}
