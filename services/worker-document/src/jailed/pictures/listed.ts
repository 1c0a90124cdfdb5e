import type { PageRun } from '@filemill/formats';

/** Number and generation of an object. */
export type Pair = readonly [id: number, generation: number];

/** A dictionary of a PDF as qpdf writes it in JSON: names and references are texts. */
export type StreamDictionary = Readonly<Record<string, unknown>>;

/** A picture of 8 bits in grey or RGB, as poppler lists it. */
export interface ListedPicture {
  readonly pair: Pair;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** JPEG; otherwise its samples are packed without loss. */
  readonly isJpeg: boolean;
  /** Where it is largest on a page. */
  readonly dpi: number;
  /** In the file, to three digits. */
  readonly packedBytes: number;
}

/** What is too small to become much smaller. */
const MIN_BYTES = 1_024;
const UNITS: Readonly<Record<string, number>> = { B: 1, K: 1_024, M: 1_024 ** 2, G: 1_024 ** 3 };
/** Spaces of colour in which a sample can be changed a little without a change of the colour by much: no palettes. */
const SPACES: readonly (string | undefined)[] = ['gray', 'rgb', 'icc'];

/**
 * The pictures that can be encoded again, each once, the largest first.
 *
 * @param list - what `pdfimages -list` prints: a line for each use of a picture
 * @param pages - on which they are; absent for all
 */
export function picturesIn(list: string, pages?: readonly PageRun[]): ListedPicture[] {
  const pictures = new Map<number, ListedPicture>();
  const isTaken = (page: number): boolean =>
    pages?.some(({ from, to }) => Math.min(from, to) <= page && page <= Math.max(from, to)) ?? true;
  for (const line of list.split('\n').slice(2)) {
    const picture = isTaken(Number.parseInt(line, 10)) ? pictureOf(line) : undefined;
    if (!picture) continue;
    const dpi = Math.min(picture.dpi, pictures.get(picture.pair[0])?.dpi ?? picture.dpi);
    pictures.set(picture.pair[0], { ...picture, dpi });
  }
  return [...pictures.values()].sort((one, other) => other.packedBytes - one.packedBytes);
}

/** Columns: page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio. */
function pictureOf(line: string): ListedPicture | undefined {
  const [, , type, width, height, space, channels, bits, encoding, , ...rest] = line.trim().split(/\s+/);
  const [id, generation, xPpi, yPpi, size = ''] = rest;
  const isKnown =
    type === 'image' &&
    SPACES.includes(space) &&
    (channels === '1' || channels === '3') &&
    bits === '8' &&
    (encoding === 'jpeg' || encoding === 'image');
  const pair: Pair = [Number(id), Number(generation)];
  const packedBytes = Number.parseFloat(size) * (UNITS[size.at(-1) ?? ''] ?? 0);
  // Pictures inside the text of a page have no number.
  if (!isKnown || !(pair[0] > 0) || !(packedBytes >= MIN_BYTES)) return undefined;
  return {
    ...{ pair, packedBytes },
    width: Number(width),
    height: Number(height),
    channels: channels === '1' ? 1 : 3,
    isJpeg: encoding === 'jpeg',
    dpi: Math.min(Number(xPpi), Number(yPpi)),
  };
}
