import { crc32, deflateSync } from 'node:zlib';

const SIDE_PX = 64;
const RGB_BYTES = 3;

/** A PNG chunk: length, type, data, CRC (PNG specification, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A square of 64 px in a gradient, 8-bit RGB. */
export function pngFile(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE_PX, 0);
  header.writeUInt32BE(SIDE_PX, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each line begins with its filter, 0.
  const line = (y: number) => [
    0,
    ...Array.from({ length: SIDE_PX * RGB_BYTES }, (_, x) => (x + y * 2) % 256),
  ];
  const pixels = Buffer.from(Array.from({ length: SIDE_PX }, (_, y) => line(y)).flat());
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SAMPLE_RATE_HZ = 16_000;
const TONE_HZ = 440;

/** One second of a tone, mono, 16 bits. */
export function wavFile(): Buffer {
  const samples = Buffer.alloc(SAMPLE_RATE_HZ * 2);
  for (let index = 0; index < SAMPLE_RATE_HZ; index += 1) {
    const value = Math.sin((2 * Math.PI * TONE_HZ * index) / SAMPLE_RATE_HZ);
    samples.writeInt16LE(Math.round(value * 12_000), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A short text in three alphabets. */
export const textFile = (): Buffer => Buffer.from('Filemill\n\nÄpfel, яблоки, 林檎\n', 'utf8');
