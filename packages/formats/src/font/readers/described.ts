import type { ByteReader } from '../../bytes/byte-reader.js';
import { readZipDirectory } from '../../bytes/zip.js';
import { checkZip } from '../../bytes/zip-check.js';
import { readLocalEntries } from '../../bytes/zip-local-entries.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';
import { rootNameOf } from '../../image/readers/svg.js';

/** What the system of a Mac adds to every zip. */
const OF_MAC = '__MACOSX/';
/** Of the folder of a font, https://unifiedfontobject.org/versions/ufo3/. */
const MARK = 'metainfo.plist';
const PARTS = /^(?:glyphs(?:\.[^/]{1,200})?\/|data\/|images\/|features\.fea$|[a-z]{1,20}\.plist$)/;

/** Whether a zip holds the folder of a font and nothing else, as far as its beginning shows. */
export async function isUfo({ head }: Content): Promise<boolean> {
  const names = readLocalEntries(head)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(OF_MAC));
  const folder = names[0]?.split('/', 1)[0] ?? '';
  if (folder.endsWith('.ufo')) return names.every((name) => name.startsWith(`${folder}/`));
  return names.includes(MARK) && names.every((name) => PARTS.test(name));
}

/** Limits and encryption of the zip. @throws {AppError} FILE_TOO_LARGE for a zip bomb; FILE_ENCRYPTED; FILE_CORRUPT */
export async function inspectUfo(reader: ByteReader): Promise<Facts> {
  await checkZip(reader, await readZipDirectory(reader), { spans: 'limit' });
  return {};
}

const TAIL_BYTES = 1_024;
const FONT = /<font[\s>]/;
const DRAWN = /<(?:g|path|rect|circle|ellipse|line|polyline|polygon|text|image|use)[\s/>]/;
const FONT_END = '</font>';
const ENDS = ['</svg>', '</defs></svg>'];

/** Whether the root of a drawing holds a font before and behind which nothing is drawn: some drawings hold their fonts. */
export async function isSvgFont(content: Content): Promise<boolean> {
  if ((await content.once(rootNameOf)) !== 'svg') return false;
  const text = content.head.toString('latin1');
  const start = text.search(FONT);
  if (start < 0 || DRAWN.test(text.slice(0, start))) return false;
  const from = Math.max(0, content.sizeBytes - TAIL_BYTES);
  const tail = (await content.reader.read(from, TAIL_BYTES)).toString('latin1');
  const end = tail.lastIndexOf(FONT_END);
  return end >= 0 && ENDS.includes(tail.slice(end + FONT_END.length).replaceAll(/\s/g, ''));
}
