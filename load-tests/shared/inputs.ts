import sharp from 'sharp';

const SAMPLES_PER_SECOND = 44_100;
const BYTES_PER_SAMPLE = 2;

/** The header of a WAV file: 44.1 kHz, 16 bits. @see RIFF, Microsoft 1991 */
export function wavHeader(sizeBytes: number, channels: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + sizeBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * channels * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(channels * BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write('data', 36);
  header.writeUInt32LE(sizeBytes, 40);
  return header;
}

/** Writes 320 × 200 pixels of one colour: a PNG of 700 bytes, so that the file itself costs almost nothing. */
export async function writeIcon(path: string): Promise<void> {
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#1746a2' } })
    .png()
    .toFile(path);
}
