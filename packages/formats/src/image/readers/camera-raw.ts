import type { Content } from '../../define/signature.js';
import { type TiffDirectory, TiffReader } from './tiff-reader.js';

/** First bytes of the raw photos that are no TIFF, and of those that are one under another mark. */
const MARKS: readonly (readonly [at: number, bytes: string])[] = [
  [0, 'II\x1a\0\0\0HEAPCCDR'], // Canon CRW
  [4, 'ftypcrx '], // Canon CR3
  [0, 'FUJIFILMCCD-RAW'], // Fujifilm RAF
  [0, 'IIRO'], // Olympus ORF
  [0, 'IIRS'],
  [0, 'MMOR'],
  [0, 'IIU\0'], // Panasonic RW2, Leica RWL
  [0, '\0MRM'], // Minolta MRW
  [0, 'FOVb'], // Sigma X3F
];
const TIFF_MARKS = ['II*\0', 'MM\0*'];

const TAG = {
  compression: 259,
  photometric: 262,
  make: 271,
  subDirectories: 330,
  dngVersion: 50_706,
} as const;
/** Samples of a sensor: Adobe, TIFF/EP and DNG 1.6, PhotometricInterpretation. */
const SENSOR = 32_803;
/** Of Nikon, Sony, Samsung, Pentax and Kodak: https://exiftool.org/TagNames/EXIF.html#Compression */
const RAW_COMPRESSIONS = new Set([34_713, 32_767, 32_769, 32_770, 32_772, 65_000, 65_535]);
/** A camera stores a few pictures, each in a directory. */
const MAX_DIRECTORIES = 12;

/** Whether it is the raw photo of a camera, other than a DNG or a CR2. */
export async function isCameraRaw({ head, reader }: Content): Promise<boolean> {
  const starts = (at: number, bytes: string): boolean =>
    head.toString('latin1', at, at + bytes.length) === bytes;
  if (MARKS.some(([at, bytes]) => starts(at, bytes))) return true;
  if (!TIFF_MARKS.some((mark) => starts(0, mark))) return false;
  const tiff = await TiffReader.open(reader);
  const first = await tiff.directory(tiff.firstDirectory);
  if (!first.has(TAG.make) || first.has(TAG.dngVersion)) return false;
  const seen = new Set<number>();
  const waiting = [tiff.firstDirectory];
  for (let at = waiting.shift(); at !== undefined && seen.size < MAX_DIRECTORIES; at = waiting.shift()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const directory = await tiff.directory(at);
    if (await isOfSensor(directory)) return true;
    waiting.push(...(await directory.values(TAG.subDirectories)), directory.next);
  }
  return false;
}

async function isOfSensor(directory: TiffDirectory): Promise<boolean> {
  if ((await directory.first(TAG.photometric)) === SENSOR) return true;
  return RAW_COMPRESSIONS.has((await directory.first(TAG.compression)) ?? 0);
}
