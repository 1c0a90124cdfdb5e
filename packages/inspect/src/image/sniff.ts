import type { ByteReader } from '../byte-reader.js';
import { heifFormat } from './heif.js';
import { rootElement } from './xml-root.js';

/** Enough for every magic number, the brands of an ISO file, and most prologs of an SVG. */
const HEAD_BYTES = 4_096;
/** A drawing program's licence comment may stand before the root. */
const XML_HEAD_BYTES = 262_144;

/** Magic numbers at the start, as latin1 text; those outside the catalogue are known in order to refuse them by name. */
const MAGIC: readonly (readonly [magic: string, format: string])[] = [
  ['\xff\xd8\xff', 'jpg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['8BPS', 'psd'],
  ['\xff\x0a', 'jxl'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'jxl'],
  ['\0\0\0\x0cjP  \r\n\x87\n', 'jp2'],
  ['\xff\x4f\xff\x51', 'j2k'],
  ['%!FontType1', 'pfb'],
  ['%!PS-AdobeFont', 'pfb'],
  ['%!', 'postscript'],
  ['\x04%!', 'postscript'],
  ['\xc5\xd0\xd3\xc6', 'eps'],
  ['v/1\x01', 'exr'],
  ['#?RADIANCE', 'hdr'],
  ['DDS ', 'dds'],
  ['qoif', 'qoi'],
  ['gimp xcf', 'xcf'],
  ['\0\0\x02\0', 'cur'],
  ['icns', 'icns'],
];
/** Languages that ImageMagick runs when it meets them under the name of a picture. */
const MAGICK_SCRIPT = /^\s*(?:push\s+graphic-context|viewbox\s+-?\d)/;
const MAGICK_ROOTS = new Set(['msl', 'image', 'read', 'group']);

/** See {@link Inspector.detect}. */
export async function detectImage(reader: ByteReader): Promise<string | undefined> {
  const head = await reader.read(0, HEAD_BYTES);
  const text = head.toString('latin1');
  const byMagic = MAGIC.find(([magic]) => text.startsWith(magic))?.[1];
  if (byMagic) return byMagic;
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (isBmp(head)) return 'bmp';
  if (isIco(head, reader.sizeBytes)) return 'ico';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return tiffKind(text);
  return heifFormat(head) ?? detectText(reader, text);
}

/** `BM` is also the start of many words: the header behind it must be one. */
function isBmp(head: Buffer): boolean {
  if (head.length < 26 || head.toString('latin1', 0, 2) !== 'BM') return false;
  const headerBytes = head.readUInt32LE(14);
  return headerBytes >= 12 && headerBytes <= 256 && head.readUInt32LE(10) >= 14 + headerBytes;
}

/** Only zeros and small numbers are its magic: the first entry must point into the file, after the directory. */
function isIco(head: Buffer, sizeBytes: number): boolean {
  if (head.length < 22 || head.readUInt32LE(0) !== 0x0001_0000) return false;
  const [count, reserved, planes] = [head.readUInt16LE(4), head.readUInt8(9), head.readUInt16LE(10)];
  const offset = head.readUInt32LE(18);
  return count > 0 && count <= 256 && reserved === 0 && planes <= 1 && offset >= 22 && offset < sizeBytes;
}

/** Raw files of cameras share the structure of TIFF; those that say so at the start are told apart. */
const tiffKind = (text: string): string => (text.startsWith('CR', 8) ? 'cr2' : 'tiff');

async function detectText(reader: ByteReader, text: string): Promise<string | undefined> {
  if (MAGICK_SCRIPT.test(text)) return 'mvg';
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(text)) return undefined;
  const root = rootElement(await reader.read(0, XML_HEAD_BYTES));
  if (root?.name === 'svg') return 'svg';
  return root && MAGICK_ROOTS.has(root.name) ? 'msl' : undefined;
}
