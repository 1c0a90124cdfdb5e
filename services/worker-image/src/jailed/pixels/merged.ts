import { inflateRawSync } from 'node:zlib';
import type { LossCode } from '@filemill/formats';
import {
  type ByteReader,
  FileByteReader,
  readLocalHeader,
  readZipDirectory,
  type ZipEntry,
} from '@filemill/formats/bytes';
import { PNG_SIGNATURE } from '../png.js';
import { Refused } from './refused.js';

const PICTURE = 'mergedimage.png';
/** The list of layers of OpenRaster, and of Krita. */
const LISTS = ['stack.xml', 'maindoc.xml'];
const MAX_PICTURE_BYTES = 1024 ** 3;
const MAX_LIST_BYTES = 16 * 1024 ** 2;
const DEFLATED = 8;

/**
 * Takes the merged picture out of a painting in a zip: OpenRaster 0.0.6, "File layout".
 *
 * @throws {Refused} if it holds none
 */
export async function readMerged(path: string): Promise<{ picture: Buffer; losses: readonly LossCode[] }> {
  const reader = await FileByteReader.open(path);
  try {
    const { entries } = await readZipDirectory(reader);
    const found = entries.find(({ name }) => name === PICTURE);
    if (!found) throw new Refused('unmerged');
    const picture = await contentOf(reader, found, MAX_PICTURE_BYTES);
    if (!picture.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) throw new Refused('unmerged');
    const list = entries.find(({ name }) => LISTS.includes(name));
    const layers = list ? countOf(await contentOf(reader, list, MAX_LIST_BYTES), '<layer ') : 0;
    return { picture, losses: layers > 1 ? ['layers_merged'] : [] };
  } finally {
    await reader.close();
  }
}

async function contentOf(reader: ByteReader, entry: ZipEntry, maxOutputLength: number): Promise<Buffer> {
  const { dataOffset } = await readLocalHeader(reader, entry);
  const packed = await reader.read(dataOffset, entry.packedBytes);
  if (entry.method === 0) return packed;
  if (entry.method !== DEFLATED) throw new Refused('broken');
  return inflateRawSync(packed, { maxOutputLength });
}

function countOf(text: Buffer, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count++;
  return count;
}
