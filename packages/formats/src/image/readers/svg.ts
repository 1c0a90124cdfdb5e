import { createGunzip } from 'node:zlib';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { rootElement, rootName } from '../../bytes/xml-root.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';

/** The root element, and a drawing program's comments and DOCTYPE before it, lie within this. */
const HEAD_BYTES = 262_144;
const TAIL_BYTES = 1_024;
/** Longer side of a drawing that declares its aspect ratio (`viewBox`) but no size. */
const DEFAULT_SIDE_PX = 1_024;
/** CSS Values 4, 6.2: one inch is 96 px. `em` and `ex` at the initial font size. */
const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  ex: 8,
};

/**
 * Size by `width` and `height`, else by `viewBox` at 1,024 px for the longer side (CSS 2 default: 300 × 150). Damaged
 * if the file does not end with a tag.
 */
export async function readSvgLimits(reader: ByteReader): Promise<Facts> {
  const facts = sizeIn(await reader.read(0, HEAD_BYTES));
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  const isWhole = tail.toString('latin1').replaceAll('\0', '').trimEnd().endsWith('>');
  return isWhole ? facts : { ...facts, damage: 'it ends too early' };
}

/** Of a packed drawing; whether it is whole is found by unpacking all of it, in the engine. */
export async function readSvgzLimits(reader: ByteReader): Promise<Facts> {
  return sizeIn(await unpackedStart(await reader.read(0, PACKED_BYTES)));
}

function sizeIn(head: Buffer): Facts {
  const root = rootElement(head);
  if (root?.name !== 'svg') throw corrupt('its root element is not svg');
  const size = svgSize(root.attributes);
  const [widthPx, heightPx] = [Math.round(size.width), Math.round(size.height)];
  if (!(widthPx >= 0 && heightPx >= 0)) throw corrupt('its size is not a number');
  return { widthPx: Math.max(1, widthPx), heightPx: Math.max(1, heightPx), hasAlpha: true };
}

const PACKED_BYTES = 65_536;

/** The beginning of what gzip packed, as far as it can be unpacked. */
function unpackedStart(packed: Buffer): Promise<Buffer> {
  const unpacker = createGunzip();
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const settle = (): void => {
      unpacker.destroy();
      resolve(Buffer.concat(parts).subarray(0, HEAD_BYTES));
    };
    unpacker.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= HEAD_BYTES) settle();
    });
    unpacker.on('end', settle);
    unpacker.on('error', settle);
    unpacker.end(packed);
  });
}

function svgSize(attributes: ReadonlyMap<string, string>): { width: number; height: number } {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio =
    box.length === 4 && box[2] && box[3] && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : undefined;
  const width = lengthPx(attributes.get('width'));
  const height = lengthPx(attributes.get('height'));
  if (width && height) return { width, height };
  if (width) return { width, height: width / (ratio ?? 2) };
  if (height) return { width: height * (ratio ?? 2), height };
  const shape = ratio ?? 2;
  return shape >= 1
    ? { width: DEFAULT_SIDE_PX, height: DEFAULT_SIDE_PX / shape }
    : { width: DEFAULT_SIDE_PX * shape, height: DEFAULT_SIDE_PX };
}

/** Undefined for a missing, relative (`%`) or zero length. */
function lengthPx(value: string | undefined): number | undefined {
  const match = /^\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(value?.trim() ?? '');
  const unit = PX_PER_UNIT[(match?.[2] ?? '').toLowerCase()];
  const length = match && unit ? Number(match[1]) * unit : 0;
  return length > 0 ? length : undefined;
}

/** A drawing program's licence comment may precede the root. */
const XML_HEAD_BYTES = 262_144;

/** Name of the root element of an XML text, without its prefix; for {@link Content.once}. */
export async function rootNameOf({ head, reader, sizeBytes }: Content): Promise<string | undefined> {
  if (!startsLikeXml(head)) return undefined;
  const near = rootElement(head);
  if (near || sizeBytes <= head.length) return near?.name;
  const far = await reader.read(0, XML_HEAD_BYTES);
  // A longer tag is not text, and its name identifies the format.
  return rootElement(far)?.name ?? (sizeBytes > far.length ? rootName(far) : undefined);
}

/** After a byte order mark and white space, in UTF-8 or UTF-16. */
const startsLikeXml = (head: Buffer): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(head.toString('latin1', 0, 4_096));

/** As {@link rootNameOf}, of a text that gzip packed. */
export async function unpackedRootNameOf({ head }: Content): Promise<string | undefined> {
  if (head.length < 2 || head.readUInt16BE(0) !== 0x1f8b) return undefined;
  const start = await unpackedStart(head);
  return startsLikeXml(start) ? rootElement(start)?.name : undefined;
}
