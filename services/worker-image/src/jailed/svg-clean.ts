import { PictureError } from './picture-error.js';
import { DrawingCost } from './svg-cost.js';
import { withoutDoctype } from './xml-doctype.js';
import { escapeXml, xmlTokens } from './xml-tokens.js';

/** Elements that are dropped with all they hold: what runs, what embeds other languages, what includes other files. */
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
/** A part of the same file, or a picture that the file carries itself. */
const INSIDE = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/i;
/** A reference that finds nothing, so that the colour given for this case is taken. */
const NOTHING = 'url(#removed)';
/** Every entity is replaced by at most 1 KB; a text that grows like this is a bomb. */
const MAX_GROWTH = 4;
const FREE_LENGTH = 1_048_576;

/**
 * The same drawing without script, foreign content and anything that lies outside the file, as UTF-8 text built anew
 * from what was understood.
 *
 * @throws {PictureError} FILE_CORRUPT for broken XML, entity bombs and drawings that repeat themselves without end
 */
export function cleanSvg(file: Buffer): string {
  const { body, entities } = withoutDoctype(decode(file));
  const limit = file.length * MAX_GROWTH + FREE_LENGTH;
  const cost = new DrawingCost();
  const open: string[] = [];
  const parts: string[] = [];
  let length = 0;
  let droppedAt = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length > limit) throw new PictureError('FILE_CORRUPT', 'its entities unpack to too much text');
    parts.push(part);
  };
  for (const token of xmlTokens(body, entities)) {
    if (token.type === 'open') {
      const isDropped = DROPPED.has(localName(token.name));
      if (!token.closed) open.push(token.name);
      if (isDropped && droppedAt === 0 && !token.closed) droppedAt = open.length;
      if (isDropped || droppedAt > 0) continue;
      const attributes = token.attributes.flatMap(([name, value]) => cleanAttribute(name, value));
      cost.open(attributes, token.closed);
      const text = attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
      add(`<${token.name}${text}${token.closed ? '/' : ''}>`);
    } else if (token.type === 'close') {
      if (open.at(-1) !== token.name)
        throw new PictureError('FILE_CORRUPT', 'its XML elements are not nested');
      const inDropped = droppedAt > 0;
      if (open.length === droppedAt) droppedAt = 0;
      open.pop();
      if (inDropped) continue;
      cost.close();
      add(`</${token.name}>`);
    } else if (droppedAt === 0) {
      const isStyle = localName(open.at(-1) ?? '') === 'style';
      add(escapeXml(isStyle ? cleanCss(token.text) : token.text));
    }
  }
  if (open.length > 0) throw new PictureError('FILE_CORRUPT', 'it ends too early');
  cost.check();
  return parts.join('');
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

function cleanAttribute(name: string, value: string): (readonly [string, string])[] {
  const local = localName(name);
  if (local.startsWith('on') || (REFERENCES.has(local) && !INSIDE.test(value))) return [];
  const hasReference = /url|import|\\/i.test(value) && !REFERENCES.has(local);
  return [[name, hasReference ? cleanCss(value) : value]];
}

/** Escapes and imports vanish; an address survives only if it lies inside the file. */
function cleanCss(css: string): string {
  return css
    .replaceAll('\\', '')
    .replace(/@import[^;]*(?:;|$)/gi, '')
    .replace(/url\(\s*(["']?)([\s\S]*?)\1\s*\)/gi, (whole, _quote, target: string) =>
      INSIDE.test(target) ? whole : NOTHING,
    );
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
