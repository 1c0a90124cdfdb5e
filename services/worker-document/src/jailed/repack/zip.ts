import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { FileByteReader, readLocalHeader, readZipDirectory, type ZipEntry } from '@filemill/formats/bytes';
import { SEVEN_ZIP, startProgram } from '../archive/programs.js';
import { Refused } from '../archive/refused.js';
import { deflateBest } from './deflate.js';
import { isPackablePicture, smallerPicture } from './pictures.js';
import { centralRecord, commentOf, endOfEntry, endRecord, localHeader, type Packed } from './records.js';
import type { RepackWork } from './work.js';

const STORED = 0;
const DEFLATED = 8;
/** A larger entry stays as it is packed: it would not fit in memory, unpacked and packed at once. */
const MAX_ENTRY_BYTES = 128 * 1024 ** 2;
/** How much is unpacked at once, unless one entry is larger. */
const BATCH_BYTES = 32 * 1024 ** 2;
const BATCH_ENTRIES = 500;

/** Signed content must not change, not even where nobody sees it: Office and XPS, OpenDocument and EPUB. */
const SIGNATURES =
  /^_xmlsignatures\/|\.(?:psdsor|psdsxs)$|^META-INF\/(?:documentsignatures|signatures)\.xml$/i;
/** Android and Java read some files in place, so what is stored stays stored, and where it is. */
const isProgram = (name: string): boolean =>
  name === 'META-INF/MANIFEST.MF' || name === 'AndroidManifest.xml';

/** An entry and where its bytes are. */
interface Placed {
  readonly entry: ZipEntry;
  readonly header: Buffer;
  readonly dataOffset: number;
  readonly end: number;
}

/** An entry as it will be written. */
interface Rewritten extends Placed {
  readonly packed: Packed;
  readonly data: Buffer;
}

/**
 * Writes a zip again: the same entries in the same order, with the same names, times, modes, extra fields and comments, each
 * packed as small as deflate can.
 *
 * @param withPictures - pictures are packed better, too, so that only their pixels stay the same
 * @throws {Refused} corrupt
 */
export async function repackZip(work: RepackWork, withPictures: boolean): Promise<void> {
  const reader = await FileByteReader.open(work.input);
  const directory = await readZipDirectory(reader).catch(refuse);
  if (directory.damage !== undefined) throw new Refused('corrupt', directory.damage);
  const placed: Placed[] = [];
  for (const entry of directory.entries) placed.push(await place(reader, entry));
  const spans = placed.map(({ entry, end }) => [entry.offset, end] as const);
  const comment = await commentOf(reader, directory, spans);
  const names = directory.entries.map(({ name }) => name);
  if (comment === undefined || names.includes('AndroidManifest.xml')) {
    copyFileSync(work.input, work.output);
    return;
  }
  const keepsStored = names.some(isProgram);
  const packsPictures = withPictures && !names.some((name) => SIGNATURES.test(name));
  const file = openSync(work.output, 'w');
  const central: Buffer[] = [];
  let at = 0;
  const write = (bytes: Buffer): void => {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    at += bytes.length;
  };
  for (const batch of batchesOf(placed)) {
    for (const { entry, header, packed, data } of await rewrite(batch, reader, work, {
      keepsStored,
      packsPictures,
    })) {
      central.push(centralRecord(entry, packed, at));
      write(localHeader(header, packed));
      write(data);
    }
    work.onProgress(at / reader.sizeBytes);
  }
  await reader.close();
  const start = at;
  for (const record of central) write(record);
  write(endRecord(central.length, at - start, start, comment));
  closeSync(file);
  await startProgram(SEVEN_ZIP, ['t', '-tzip', '-y', '-bso0', '-bsp0', work.output], { stdout: 'ignore' })
    .ended;
}

/** Names what is wrong with the file; every other error is thrown as it is. */
function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'FILE_TOO_LARGE') throw new Refused('entries');
  throw error.code === 'FILE_CORRUPT' ? new Refused('corrupt', `${error.params.detail ?? ''}`) : error;
}

async function place(reader: FileByteReader, entry: ZipEntry): Promise<Placed> {
  const local = await readLocalHeader(reader, entry).catch(refuse);
  const header = await reader.read(entry.offset, local.dataOffset - entry.offset);
  const end = await endOfEntry(reader, entry, local.dataOffset + entry.packedBytes);
  return { entry, header, dataOffset: local.dataOffset, end };
}

function* batchesOf(placed: readonly Placed[]): Generator<readonly Placed[]> {
  let batch: Placed[] = [];
  let bytes = 0;
  for (const one of placed) {
    const { unpackedBytes, packedBytes } = one.entry;
    const size = Math.max(unpackedBytes, packedBytes);
    if (batch.length > 0 && (bytes + size > BATCH_BYTES || batch.length === BATCH_ENTRIES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(one);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function rewrite(
  batch: readonly Placed[],
  reader: FileByteReader,
  work: RepackWork,
  { keepsStored, packsPictures }: { keepsStored: boolean; packsPictures: boolean },
): Promise<readonly Rewritten[]> {
  const read = await Promise.all(batch.map((placed) => unpack(placed, reader)));
  const changed = read.map(({ content, entry, ...rest }) => {
    const isPicture =
      packsPictures && content !== undefined && work.leftMs() > 0 && isPackablePicture(content);
    const smaller = isPicture ? smallerPicture(content, `${work.folder}/picture`, work.leftMs()) : content;
    return { ...rest, entry, content: smaller, isSame: smaller === content };
  });
  /** What is worth a try: readers expect the type of a package first and stored. */
  const isTried = ({ content, entry }: (typeof changed)[number]): boolean =>
    content !== undefined &&
    content.length > 0 &&
    work.leftMs() > 0 &&
    !(entry.method === STORED && (keepsStored || entry.name === 'mimetype'));
  const tried = changed.filter(isTried);
  const deflated = await deflateBest(
    tried.map(({ content }) => content as Buffer),
    `${work.folder}/entries`,
  );
  const deflatedOf = new Map(tried.map((one, index) => [one, deflated[index] as Buffer]));
  return changed.map((one) => {
    const { entry, raw, content, isSame } = one;
    const choices = [{ data: raw, packed: asBefore(entry) }];
    const add = (method: number, data: Buffer, { length }: Buffer, crc: number): void => {
      choices.push({ data, packed: { method, crc, unpackedBytes: length, packedBytes: data.length } });
    };
    const best = deflatedOf.get(one);
    const crc = isSame || content === undefined ? crcOf(entry) : crc32(content);
    if (content && !isSame) add(STORED, content, content, crc);
    if (content && best) add(DEFLATED, best, content, crc);
    return {
      ...one,
      ...choices.reduce((least, other) => (other.data.length < least.data.length ? other : least)),
    };
  });
}

const asBefore = (entry: ZipEntry): Packed => ({
  method: entry.method,
  crc: crcOf(entry),
  unpackedBytes: entry.unpackedBytes,
  packedBytes: entry.packedBytes,
});

/** The content of an entry; undefined if it is too large, or packed by a method other than deflate. */
async function unpack(
  placed: Placed,
  reader: FileByteReader,
): Promise<Placed & { readonly raw: Buffer; readonly content: Buffer | undefined }> {
  const { entry, dataOffset } = placed;
  const raw = await reader.read(dataOffset, entry.packedBytes);
  if (raw.length !== entry.packedBytes) throw new Refused('corrupt', 'it ends too early');
  const isPlain = entry.method === STORED || entry.method === DEFLATED;
  if (!isPlain || entry.unpackedBytes > MAX_ENTRY_BYTES) return { ...placed, raw, content: undefined };
  const content = entry.method === STORED ? raw : inflate(raw, entry.unpackedBytes);
  if (content.length !== entry.unpackedBytes || crc32(content) !== crcOf(entry)) {
    throw new Refused('corrupt', 'an entry is damaged');
  }
  return { ...placed, raw, content };
}

function inflate(raw: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch {
    throw new Refused('corrupt', 'an entry cannot be unpacked');
  }
}

/** APPNOTE.TXT 6.3.10, section 4.3.12. */
const crcOf = ({ record }: ZipEntry): number => record.readUInt32LE(16);
