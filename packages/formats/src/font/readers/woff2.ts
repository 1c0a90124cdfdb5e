import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';
import { checkSpans, checkTableCount, checkTableTags, checkUnpacked } from './tables.js';
import { checkDeclaredLength, extraBlocks } from './woff.js';

const HEADER_BYTES = 48;
/** Flags, a tag and two numbers. */
const MAX_ENTRY_BYTES = 1 + 4 + 2 * 5;
/** Tags by number; the position is the number. W3C WOFF 2.0, section 4.1. */
const TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '));
const TAG_FOLLOWS = 63;
/** Transform version of `glyf` and `loca`; for all other tables it is 0. */
const OUTLINES_AS_THEY_ARE = 3;

/**
 * W3C WOFF 2.0: the directory, and one brotli stream of all tables. The number of glyphs is inside the stream, which is
 * not decompressed here.
 */
export async function inspectWoff2(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const header = await window.take(0, HEADER_BYTES);
  const count = header.readUInt16BE(12);
  checkTableCount(count);
  const directory = new Directory(await reader.read(HEADER_BYTES, count * MAX_ENTRY_BYTES));
  const tables = Array.from({ length: count }, () => directory.entry());
  const metadataBytes = header.readUInt32BE(36);
  const unpacked = Math.max(
    header.readUInt32BE(16),
    ...['storedBytes' as const, 'bytes' as const].map((size) =>
      tables.reduce((sum, table) => sum + table[size], 0),
    ),
  );
  checkUnpacked(unpacked + metadataBytes, reader.sizeBytes);
  checkDeclaredLength(header, reader);
  checkTableTags(tables);
  const start = HEADER_BYTES + directory.at;
  const stream = { offset: start, length: header.readUInt32BE(20) };
  if (stream.length === 0) throw corrupt('it holds no tables');
  checkSpans([stream, ...extraBlocks(header, 28)], start, reader.sizeBytes);
  return {};
}

/** Reads entries of variable length. */
class Directory {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** `storedBytes` in the stream become `bytes` in the font. */
  entry(): { tag: string; storedBytes: number; bytes: number } {
    const flags = this.byte();
    const known = flags & 63;
    const tag = known === TAG_FOLLOWS ? this.tag() : (TAGS[known] as string);
    const bytes = this.base128();
    const plain = ['glyf', 'loca'].includes(tag) ? OUTLINES_AS_THEY_ARE : 0;
    return { tag, bytes, storedBytes: flags >> 6 === plain ? bytes : this.base128() };
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw corrupt('its directory ends too early');
    return byte;
  }

  private tag(): string {
    return String.fromCharCode(this.byte(), this.byte(), this.byte(), this.byte());
  }

  /** UIntBase128: seven bits a byte, no leading zeros, at most 32 bits. */
  private base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte();
      if (i === 0 && byte === 0x80) break;
      value = value * 128 + (byte & 127);
      if (byte < 128 && value <= 0xffff_ffff) return value;
    }
    throw corrupt('a length in its directory is none');
  }
}
