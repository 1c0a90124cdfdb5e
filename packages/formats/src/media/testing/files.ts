/** Tiny audio and video files, byte by byte, for tests of their readers. */

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** An ID3v2 tag of a version, with any bytes as its frames. */
export function id3Tag(version: number, frames: Buffer = Buffer.alloc(0), flags = 0): Buffer {
  const size = frames.length;
  const sizes = [size >> 21, size >> 14, size >> 7, size].map((part) => part & 0x7f);
  return Buffer.concat([latin('ID3'), Buffer.from([version, 0, flags, ...sizes]), frames]);
}

/** A frame of such a tag, from version 2.3 on. */
export const id3Frame = (id: string, content: Buffer): Buffer =>
  Buffer.concat([latin(id), uint32(content.length), Buffer.alloc(2), content]);

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
export const mp3Frames = (count: number): Buffer => repeated(latin('\xff\xfb\x90\x00'), 417, count);
/** MPEG-1 layer II, 128 kbit/s, 44.1 kHz. */
export const mp2Frames = (count: number): Buffer => repeated(latin('\xff\xfd\x80\x00'), 417, count);
/** AAC in ADTS, 44.1 kHz, stereo, 200 bytes a frame. */
export const adtsFrames = (count: number): Buffer =>
  repeated(Buffer.from([0xff, 0xf1, 0x50, 0x80, 200 >> 3, (200 & 7) << 5, 0xfc]), 200, count);

function repeated(header: Buffer, frameBytes: number, count: number): Buffer {
  const frame = Buffer.alloc(frameBytes, 0x11);
  header.copy(frame);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** Wrong values in the headers of a WAVE file. */
interface WaveLengths {
  readonly riffBytes?: number;
  readonly dataBytes?: number;
}

/** WAVE of 8 kHz, 16 bits, stereo: 32,000 bytes a second. */
export function wave(presentBytes: number, { riffBytes, dataBytes }: WaveLengths = {}): Buffer {
  const bytes = Buffer.alloc(44 + presentBytes, 0x80);
  bytes.write('RIFF....WAVEfmt ', 0, 'latin1');
  bytes.writeUInt32LE(riffBytes ?? 36 + presentBytes, 4);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes ?? presentBytes, 40);
  return bytes;
}

/** A box of ISO/IEC 14496-12. */
export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const parts = content.map((part) => (typeof part === 'string' ? latin(part) : part));
  const bytes = Buffer.concat(parts);
  return Buffer.concat([uint32(bytes.length + 8), latin(type), bytes]);
}

/** A file type box with one brand. */
export const ftyp = (brand: string): Buffer => box('ftyp', brand, uint32(0), 'isom');

/** A track with only its handler. */
export const trackBox = (handler: 'vide' | 'soun' | 'text'): Buffer =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(12))));

/** An element of RFC 8794. @param id - with its marker bits; @param size - if it differs from the real one */
export function element(id: number, content: Buffer, size = content.length): Buffer {
  const idBytes = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const head = Buffer.alloc(idBytes + 8);
  head.writeUIntBE(id, 0, idBytes);
  head.writeBigUInt64BE((1n << 56n) | BigInt(size), idBytes);
  return Buffer.concat([head, content]);
}

/** An EBML header with its document type. */
export const ebmlHeader = (docType: string): Buffer => element(0x1a45dfa3, element(0x4282, latin(docType)));

/** An object of ASF. @param guid - as hex, in the order of its bytes */
export function asfObject(guid: string, content: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length + 24));
  return Buffer.concat([Buffer.from(guid, 'hex'), size, content]);
}

/** GUID of a stream properties object. */
const ASF_STREAM = '9107dcb7b7a9cf118ee600c00c205365';
const ASF_HEADER = '3026b2758e66cf11a6d900aa0062ce6c';
const ASF_KINDS = {
  video: 'c0ef19bc4d5bcf11a8fd00805f5c442b',
  audio: '409e69f84d5bcf11a8fd00805f5c442b',
} as const;

/** The header of an ASF file with these objects. */
export const asfHeader = (...objects: readonly Buffer[]): Buffer =>
  asfObject(ASF_HEADER, Buffer.concat([Buffer.alloc(6), ...objects]));

/** A stream properties object of a kind. */
export const asfStream = (kind: 'video' | 'audio'): Buffer =>
  asfObject(ASF_STREAM, Buffer.concat([Buffer.from(ASF_KINDS[kind], 'hex'), Buffer.alloc(80)]));

/** A page of Ogg. */
export function oggPage(content: Buffer, { flags = 0, position = 0n, serial = 1 } = {}): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 0, 'latin1');
  head[5] = flags;
  head.writeBigUInt64LE(position, 6);
  head.writeUInt32LE(serial, 14);
  const lengths = Buffer.alloc(Math.ceil((content.length + 1) / 255), 255);
  lengths[lengths.length - 1] = content.length % 255;
  head[26] = lengths.length;
  return Buffer.concat([head, lengths, content]);
}

/** The first packet of Vorbis: 44.1 kHz, stereo. */
export function vorbisHeader(): Buffer {
  const packet = Buffer.alloc(30);
  packet.write('\x01vorbis', 0, 'latin1');
  packet[11] = 2;
  packet.writeUInt32LE(44_100, 12);
  return packet;
}

/** FLAC: STREAMINFO with 4,096 samples a block, and the bytes that follow it. */
export function flacOf(samples: number, rest: Buffer): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  const rate = 44_100n << 44n;
  info.writeBigUInt64BE(rate | (1n << 41n) | (15n << 36n) | BigInt(samples), 10);
  return Buffer.concat([latin('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, rest]);
}

/** Flash Video of one script tag that declares a duration and optionally a frame rate, and one tag of AAC. */
export function flv(durationSeconds: number, lastTimestampMs: number, frameRate?: number): Buffer {
  const property = (name: string, value: number): Buffer => {
    const number = Buffer.alloc(8);
    number.writeDoubleBE(value);
    return Buffer.concat([Buffer.from([0, name.length]), latin(`${name}\x00`), number]);
  };
  const script = Buffer.concat([
    property('duration', durationSeconds),
    frameRate === undefined ? Buffer.alloc(0) : property('framerate', frameRate),
  ]);
  return Buffer.concat([
    latin('FLV\x01\x05'),
    uint32(9),
    uint32(0),
    flvTag(18, 0, script),
    flvTag(8, lastTimestampMs, latin('\xaf\x01\x00\x00')),
  ]);
}

function flvTag(type: number, timestampMs: number, content: Buffer): Buffer {
  const head = Buffer.alloc(11);
  head[0] = type;
  head.writeUIntBE(content.length, 1, 3);
  head.writeUIntBE(timestampMs, 4, 3);
  return Buffer.concat([head, content, uint32(content.length + 11)]);
}
