import { Refused } from './refused.js';

/** One line of an archive's list. */
export interface ListedEntry {
  /** As stored in the archive, in any encoding. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
}

/** `-rw-r--r--  0 1000   100        12 Nov 14  2023 name`: bsdtar(1), -tv with numbers instead of names of owners. */
const FIELDS = [/^.\S+$/, /^\d+$/, /^-?\d+$/, /^-?\d+$/, /^\d+(?:,\d+)?$/, /^\w{3}$/, /^\d+$/, /^[\d:]+$/];
/** The size; for a device, its major number. */
const SIZE_FIELD = 4;
const KINDS: Readonly<Record<string, ListedEntry['kind']>> = { '-': 'file', d: 'folder' };

/** @throws {Refused} corrupt, for a line that bsdtar does not write */
export function parseLine(line: string): ListedEntry {
  const fields: string[] = [];
  let at = 0;
  for (const pattern of FIELDS) {
    while (line[at] === ' ' && at > 0) at++;
    const end = line.indexOf(' ', at);
    const field = end < 0 ? '' : line.slice(at, end);
    if (!pattern.test(field)) throw new Refused('corrupt', 'its list cannot be read');
    fields.push(field);
    at = end;
  }
  const kind = KINDS[line[0] ?? ''] ?? 'other';
  // A folder of a disc has the size of its list there.
  const sizeBytes = kind === 'folder' ? 0 : Number.parseInt(fields[SIZE_FIELD] ?? '', 10);
  // Exactly one space: a name may begin with spaces.
  return { name: bytesOf(line.slice(at + 1)), kind, sizeBytes };
}

/** bsdtar's escapes for control characters, and `\\`: its function bsdtar_expand_char. */
const ESCAPES: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 },
  '\\': 92,
};

/** Unprintable bytes are written as `\ooo`. */
function bytesOf(name: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const match of name.matchAll(/\\(?:([0-7]{3})|(.))/gs)) {
    parts.push(Buffer.from(name.slice(from, match.index)));
    const [whole, octal, letter = ''] = match;
    parts.push(Buffer.of(octal ? Number.parseInt(octal, 8) : (ESCAPES[letter] ?? letter.charCodeAt(0))));
    from = match.index + whole.length;
  }
  return Buffer.concat([...parts, Buffer.from(name.slice(from))]);
}
