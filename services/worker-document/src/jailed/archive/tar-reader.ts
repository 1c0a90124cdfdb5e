import { ByteQueue } from './byte-streams.js';
import { Refused } from './refused.js';
import { BLOCK_BYTES, isTarHeader, paddingOf, readNumber, readText, type TarHeader } from './tar-header.js';

/** One entry of a tar stream; `data` must be read to its end before the next entry. */
export interface TarEntry extends TarHeader {
  readonly data: AsyncGenerator<Buffer>;
  /** Metadata that this program does not keep: extended attributes, access lists, flags. */
  readonly hasAttributes: boolean;
}

/** More than any real set of attributes. */
const MAX_PAX_BYTES = 1024 * 1024;
const PERMISSIONS = 0o7777;
const ATTRIBUTES = /^(?:SCHILY\.(?:xattr|acl|fflags)|LIBARCHIVE\.xattr)/;

/**
 * The entries of a tar stream as bsdtar writes it (`--format=pax`).
 *
 * @throws {Refused} corrupt, for any other tar
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const queue = new ByteQueue(stream);
  let pax = new Map<string, Buffer>();
  for (let block = await queue.take(BLOCK_BYTES); block?.[0]; block = await queue.take(BLOCK_BYTES)) {
    if (!isTarHeader(block)) throw new Refused('corrupt', 'a header is broken');
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === 'x' || type === 'g') {
      const records = await readRecords(queue, readNumber(block, 124, 12));
      if (type === 'x') pax = records;
      continue;
    }
    const header = headerOf(block, type, pax);
    const sparse = pax.has('GNU.sparse.major') ? await readSparse(queue, header, pax) : undefined;
    const data = sparse ?? dataOf(queue, header.sizeBytes);
    const sizeBytes = sparse ? Number(pax.get('GNU.sparse.realsize')) : header.sizeBytes;
    const name = pax.get('GNU.sparse.name') ?? header.name;
    yield {
      ...header,
      name,
      sizeBytes,
      data,
      hasAttributes: [...pax.keys()].some((key) => ATTRIBUTES.test(key)),
    };
    pax = new Map();
  }
  while (await queue.takeAtMost(BLOCK_BYTES)) {
    // Padding of the last record.
  }
}

async function* dataOf(queue: ByteQueue, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let left = sizeBytes; left > 0; ) {
    const part = await queue.takeAtMost(left);
    if (!part) throw new Refused('corrupt', 'it ends too early');
    left -= part.length;
    yield part;
  }
  if (paddingOf(sizeBytes) > 0) await queue.take(paddingOf(sizeBytes));
}

/** `<length> <key>=<value>\n`; the length is decimal and includes the whole record. */
async function readRecords(queue: ByteQueue, sizeBytes: number): Promise<Map<string, Buffer>> {
  if (sizeBytes > MAX_PAX_BYTES) throw new Refused('corrupt', 'a header is too long');
  const bytes = (await queue.take(sizeBytes + paddingOf(sizeBytes))) ?? Buffer.alloc(0);
  const records = new Map<string, Buffer>();
  for (let at = 0; at < sizeBytes; ) {
    const space = bytes.indexOf(32, at);
    const end = at + Number(bytes.toString('latin1', at, space));
    const equals = bytes.indexOf(61, space);
    if (!(space > at && equals > space && end > equals && end <= sizeBytes)) {
      throw new Refused('corrupt', 'a header is broken');
    }
    records.set(bytes.toString('latin1', space + 1, equals), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

function headerOf(block: Buffer, type: string, pax: ReadonlyMap<string, Buffer>): TarHeader {
  const number = (key: string, at: number, length: number): number =>
    pax.has(key) ? Number(pax.get(key)) : readNumber(block, at, length);
  const text = (key: string, at: number, length: number): string =>
    (pax.get(key) ?? readText(block, at, length)).toString('utf8');
  const prefix = readText(block, 345, 155);
  const name = readText(block, 0, 100);
  return {
    name: pax.get('path') ?? (prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name),
    type,
    sizeBytes: number('size', 124, 12),
    mode: readNumber(block, 100, 8) & PERMISSIONS,
    mtime: pax.get('mtime')?.toString('latin1') ?? `${readNumber(block, 136, 12)}`,
    uid: number('uid', 108, 8),
    gid: number('gid', 116, 8),
    userName: text('uname', 265, 32),
    groupName: text('gname', 297, 32),
  };
}

/**
 * The content of a sparse file, with its holes filled: GNU tar's format 1.0, as bsdtar writes it. Lines of decimal numbers
 * come first: the number of pieces, then offset and length of each, padded to a block.
 */
async function readSparse(
  queue: ByteQueue,
  header: TarHeader,
  pax: ReadonlyMap<string, Buffer>,
): Promise<AsyncGenerator<Buffer>> {
  let taken = 0;
  let text = '';
  const numbers: number[] = [];
  while (numbers.length === 0 || numbers.length < 1 + 2 * (numbers[0] ?? 0)) {
    const block = taken < header.sizeBytes ? await queue.take(BLOCK_BYTES) : undefined;
    if (!block) throw new Refused('corrupt', 'the map of a sparse file is broken');
    taken += BLOCK_BYTES;
    const lines = (text + block.toString('latin1')).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) numbers.push(Number(line));
  }
  const pieces = Array.from({ length: numbers[0] ?? 0 }, (_, index) => ({
    offset: numbers[1 + 2 * index] ?? 0,
    length: numbers[2 + 2 * index] ?? 0,
  }));
  return fillHoles(dataOf(queue, header.sizeBytes - taken), pieces, Number(pax.get('GNU.sparse.realsize')));
}

const ZEROS = Buffer.alloc(65_536);

async function* fillHoles(
  data: AsyncGenerator<Buffer>,
  pieces: readonly { offset: number; length: number }[],
  realBytes: number,
): AsyncGenerator<Buffer> {
  const queue = new ByteQueue(data);
  let at = 0;
  const hole = function* (to: number): Generator<Buffer> {
    for (; at < to; at += Math.min(ZEROS.length, to - at)) yield ZEROS.subarray(0, to - at);
  };
  for (const { offset, length } of pieces) {
    yield* hole(offset);
    for (let left = length; left > 0; ) {
      const part = await queue.takeAtMost(left);
      if (!part || at + part.length > realBytes)
        throw new Refused('corrupt', 'the map of a sparse file is broken');
      left -= part.length;
      at += part.length;
      yield part;
    }
  }
  yield* hole(realBytes);
  while (await queue.takeAtMost(ZEROS.length)) {
    // The padding after the last piece.
  }
}
