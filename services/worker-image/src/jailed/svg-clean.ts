import { PictureError } from './picture-error.js';
import { DrawingCost } from './svg-cost.js';
import { escapeXml, withoutDoctype, type XmlToken, xmlTokens } from './svg-xml.js';

/** Elements that are removed with their content: scripts, content in other languages, and inclusions of other files. */
const DROPPED = new Set([
  'script',
  'foreignobject',
  'include',
  'iframe',
  'embed',
  'object',
  'handler',
  'listener',
]);
const REFERENCES = new Set(['href', 'src', 'base']);
/** A reference to the same file, or to embedded data. */
const INTERNAL = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/i;
/** A reference without a target, so that its fallback colour is used. */
const REMOVED = 'url(#removed)';
/** The text may become this many times as long as the file, plus 1 MB: a longer one is an entity bomb. */
const MAX_GROWTH = 4;
const FREE_LENGTH = 1_048_576;

/**
 * Rebuilds a drawing without scripts, foreign content and external references, as UTF-8 text that contains only
 * what was understood.
 *
 * @throws {PictureError} FILE_CORRUPT for broken XML, entity bombs and endless repetition
 */
export const cleanSvg = (file: Buffer): string => rebuild(file, false).text;

/**
 * Like {@link cleanSvg}, for a text with a missing or invalid end: keeps the part before it and closes all elements.
 *
 * @returns `isCut`: whether something is missing
 * @throws {PictureError} FILE_CORRUPT for entity bombs
 */
export const salvageSvg = (file: Buffer): { text: string; isCut: boolean } => rebuild(file, true);

function rebuild(file: Buffer, salvage: boolean): { text: string; isCut: boolean } {
  const { body, entities } = withoutDoctype(decode(file));
  const limit = file.length * MAX_GROWTH + FREE_LENGTH;
  const cost = new DrawingCost();
  const open: string[] = [];
  const parts: string[] = [];
  let length = 0;
  let droppedAt = 0;
  const append = (part: string): void => {
    length += part.length;
    if (length > limit) throw new PictureError('FILE_CORRUPT', 'its entities unpack to too much text');
    parts.push(part);
  };
  const tokens = salvage ? untilBroken(xmlTokens(body, entities)) : xmlTokens(body, entities);
  let isCut = false;
  for (const token of tokens) {
    if (token.type === 'open') {
      const isDropped = DROPPED.has(localName(token.name));
      if (!token.closed) open.push(token.name);
      if (isDropped && droppedAt === 0 && !token.closed) droppedAt = open.length;
      if (isDropped || droppedAt > 0) continue;
      const attributes = token.attributes.flatMap(([name, value]) => cleanAttribute(name, value));
      cost.open(attributes, token.closed);
      const text = attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
      append(`<${token.name}${text}${token.closed ? '/' : ''}>`);
    } else if (token.type === 'close') {
      if (open.at(-1) !== token.name) {
        if (!salvage) throw new PictureError('FILE_CORRUPT', 'its XML elements are not nested');
        isCut = true;
        break;
      }
      const inDropped = droppedAt > 0;
      if (open.length === droppedAt) droppedAt = 0;
      open.pop();
      if (inDropped) continue;
      cost.close();
      append(`</${token.name}>`);
    } else if (droppedAt === 0) {
      const isStyle = localName(open.at(-1) ?? '') === 'style';
      append(escapeXml(isStyle ? cleanCss(token.text) : token.text));
    }
  }
  if (open.length > 0) {
    if (!salvage) throw new PictureError('FILE_CORRUPT', 'it ends too early');
    isCut = true;
    // Elements inside a removed one were never written.
    for (const name of open.slice(0, droppedAt > 0 ? droppedAt - 1 : undefined).reverse()) {
      cost.close();
      append(`</${name}>`);
    }
  }
  cost.check();
  return { text: parts.join(''), isCut };
}

/** The tokens before the first invalid one. */
function* untilBroken(tokens: Iterable<XmlToken>): Generator<XmlToken> {
  try {
    yield* tokens;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

function cleanAttribute(name: string, value: string): (readonly [string, string])[] {
  const local = localName(name);
  if (local.startsWith('on') || (REFERENCES.has(local) && !INTERNAL.test(value))) return [];
  const hasReference = /url|import|\\/i.test(value) && !REFERENCES.has(local);
  return [[name, hasReference ? cleanCss(value) : value]];
}

/** Removes escapes and imports; keeps a URL only if it refers to the file itself or contains data. */
function cleanCss(css: string): string {
  // A space replaces an import, so that the text around it cannot form another one.
  return replaceExternalUrls(css.replaceAll('\\', '').replace(/@import[^;]*;?/gi, ' '));
}

/** Replaces every external `url()`; each part of the text is read once. */
function replaceExternalUrls(css: string): string {
  const urlStart = /url\(\s*/gi;
  const parts: string[] = [];
  let at = 0;
  for (let found = urlStart.exec(css); found; found = urlStart.exec(css)) {
    const from = urlStart.lastIndex;
    const quote = /["']/.exec(css[from] ?? '')?.[0];
    const quoteEnd = quote === undefined ? -1 : css.indexOf(quote, from + 1);
    const close = css.indexOf(')', Math.max(from, quoteEnd));
    // Without an end it extends to the end of the text, as in CSS.
    const end = close < 0 ? css.length : close;
    const isQuoted = quoteEnd >= 0 && css.slice(quoteEnd + 1, end).trim() === '';
    const target = isQuoted ? css.slice(from + 1, quoteEnd) : css.slice(from, end);
    const next = Math.min(end + 1, css.length);
    parts.push(css.slice(at, found.index), INTERNAL.test(target) ? css.slice(found.index, next) : REMOVED);
    at = next;
    urlStart.lastIndex = next;
  }
  return parts.join('') + css.slice(at);
}

function decode(file: Buffer): string {
  const mark = file.subarray(0, 2).toString('latin1');
  const declared = /^[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    file.subarray(0, 200).toString('latin1'),
  )?.[1];
  const label = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : (declared ?? 'utf-8');
  try {
    return new TextDecoder(label).decode(file);
  } catch (cause) {
    throw new PictureError('FILE_CORRUPT', `its encoding ${label} is not known`, { cause });
  }
}
