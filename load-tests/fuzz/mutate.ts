import type { Random } from '../shared/random.ts';

/** Largest input, in bytes; the time limits refer to it. */
export const MAX_BYTES = 1_048_576;

/** Most changes of one input. */
const MAX_CHANGES = 4;
/** Headers are at the start, directories at the end: most changes are made there. */
const HEAD_BYTES = 1_024;
const TAIL_BYTES = 2_048;
/** Numbers at which lengths, counts and offsets go wrong. */
const EXTREMES = [
  0n,
  1n,
  0x7fn,
  0x80n,
  0xffn,
  0x7fffn,
  0xffffn,
  0xffffffn,
  0x10000000n,
  0x7fffffffn,
  0x80000000n,
  0xffffffffn,
];
const LARGE_EXTREMES = [0x7fffffffffffffffn, 0x8000000000000000n, 0xffffffffffffffffn];
/** Bytes that begin, separate or fill structures in some format. */
const FILLERS = [...'\0\xff\x01\x80 \t\n<>&"\'([{/-0Aa'].map((letter) => letter.charCodeAt(0));
/** Text that opens or forms a structure: readers search for its end, and count how many there are. */
const WORDS = [
  ...[
    '<!--',
    '<!---->',
    '<?',
    '<?a?>',
    '<!DOCTYPE',
    '<!DOCTYPE x [',
    '<a b="',
    '<a b=""',
    '<a/>',
    '<a>',
    '<',
    ' a=""',
  ],
  ...[
    'url(',
    '{\\rtf',
    '{}',
    '[]',
    '()',
    '""',
    '\n ',
    '\r\n',
    '- \n',
    '0.',
    '%PDF-',
    'file a\n',
    '#EXTM3U\n',
  ],
];

/** Characters in a text after which a name, a value or white space follows. */
const DELIMITERS = new Set([...' \t\n"\'=<>(){}[]/;:,'].map((letter) => letter.charCodeAt(0)));
/** How far to search for a delimiter. */
const NEAR = 64;

/** Picks an offset, mostly near one of the ends, and often behind a delimiter. */
function placeIn(random: Random, bytes: Buffer): number {
  if (random.next() < 0.1) return 0;
  const place = anyPlace(random, bytes.length);
  if (random.next() < 0.5) return place;
  const found = bytes.subarray(place, place + NEAR).findIndex((byte) => DELIMITERS.has(byte));
  return found < 0 ? place : place + found + 1;
}

function anyPlace({ next, below }: Random, length: number): number {
  const draw = next();
  if (draw < 0.5) return below(Math.min(HEAD_BYTES, length + 1));
  if (draw < 0.7) return length - below(Math.min(TAIL_BYTES, length) + 1);
  return below(length + 1);
}

/** A length of any order of magnitude up to `most`. */
const lengthUpTo = ({ next }: Random, most: number): number => Math.max(1, Math.floor(most ** next()));

function flipBits(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length === 0) return changed;
  for (let left = lengthUpTo(random, 32); left > 0; left--) {
    const at = Math.min(placeIn(random, bytes), bytes.length - 1);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << random.below(8)), at);
  }
  return changed;
}

/** How far to search for a number. */
const NUMBER_NEAR = 2_048;

/** Where behind a place four bytes could be a length, a count or an offset: those of pictures and sound are larger. */
function numberNear(bytes: Buffer, place: number): number {
  const end = Math.min(place + NUMBER_NEAR, bytes.length - 4);
  for (let at = place; at < end; at++) {
    const [big, little] = [bytes.readUInt32BE(at), bytes.readUInt32LE(at)];
    if ((big > 0 && big <= bytes.length) || (little > 0 && little <= bytes.length)) return at;
  }
  return place;
}

function setNumber(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const size = random.pick([1, 2, 3, 4, 4, 4, 8]);
  if (bytes.length < size) return changed;
  const at = Math.min(numberNear(bytes, placeIn(random, bytes)), bytes.length - size);
  let value = random.pick(size === 8 ? [...EXTREMES, ...LARGE_EXTREMES] : EXTREMES);
  const isBigEndian = random.next() < 0.5;
  for (let i = 0; i < size; i++) {
    changed[isBigEndian ? at + size - 1 - i : at + i] = Number(value & 0xffn);
    value >>= 8n;
  }
  return changed;
}

const truncate = (bytes: Buffer, random: Random): Buffer => bytes.subarray(0, placeIn(random, bytes));

function insert(bytes: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
}

/** Repeats the bytes at an offset, up to the largest input. */
function duplicate(bytes: Buffer, random: Random): Buffer {
  const from = Math.min(placeIn(random, bytes), Math.max(0, bytes.length - 1));
  const block = bytes.subarray(from, from + lengthUpTo(random, Math.max(1, bytes.length - from)));
  return insert(bytes, from, repeated(block, random));
}

function repeated(block: Buffer, random: Random): Buffer {
  if (block.length === 0) return block;
  return Buffer.alloc(lengthUpTo(random, MAX_BYTES / block.length) * block.length, block);
}

const fill = (bytes: Buffer, random: Random): Buffer =>
  insert(bytes, placeIn(random, bytes), Buffer.alloc(lengthUpTo(random, MAX_BYTES), random.pick(FILLERS)));

function addWords(bytes: Buffer, random: Random): Buffer {
  const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS));
  return insert(bytes, placeIn(random, bytes), repeated(Buffer.from(words.join('')), random));
}

/** Repeats the one byte at an offset. */
const stretch = (bytes: Buffer, random: Random): Buffer => {
  const at = placeIn(random, bytes);
  return insert(bytes, at, repeated(bytes.subarray(at, at + 1), random));
};

/** Overwrites in place, so that what follows keeps its offset. */
function overwrite(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const from = placeIn(random, bytes);
  return changed.fill(
    random.pick(FILLERS),
    from,
    Math.min(bytes.length, from + lengthUpTo(random, MAX_BYTES)),
  );
}

const splice = (bytes: Buffer, random: Random, other: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, placeIn(random, bytes)), other.subarray(placeIn(random, other))]);

/** Changes by name; a failing input is reported with these names. */
const CHANGES = { flipBits, setNumber, truncate, duplicate, fill, addWords, stretch, overwrite, splice };

/** The name of a change. */
export type Change = keyof typeof CHANGES;

const NAMES: readonly Change[] = [
  'flipBits',
  'setNumber',
  'truncate',
  'duplicate',
  'fill',
  'addWords',
  'stretch',
  'overwrite',
  'splice',
];
/** Changes for text: a flipped bit there is mostly just another letter. */
const NAMES_FOR_TEXT: readonly Change[] = [
  'truncate',
  'duplicate',
  'fill',
  'addWords',
  'addWords',
  'stretch',
  'flipBits',
  'splice',
];
/** Bytes at the start that decide whether it is text. */
const SAMPLE_BYTES = 64;

/** A hostile file of at most {@link MAX_BYTES}, and how it was made. */
export interface Mutated {
  readonly bytes: Buffer;
  readonly changes: readonly Change[];
}

/** Makes a hostile file from a valid one. @param other - a file whose end it may get */
export function mutate(bytes: Buffer, other: Buffer, random: Random): Mutated {
  const names = bytes.subarray(0, SAMPLE_BYTES).includes(0) ? NAMES : NAMES_FOR_TEXT;
  const changes = Array.from({ length: 1 + random.below(MAX_CHANGES) }, () => random.pick(names));
  const changed = changes.reduce<Buffer>(
    (before, name) => CHANGES[name](before, random, other).subarray(0, MAX_BYTES),
    bytes,
  );
  return { bytes: changed, changes };
}
