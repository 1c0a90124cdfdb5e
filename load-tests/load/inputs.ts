import { randomFillSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import sharp from 'sharp';

const MEGABYTE = 1_048_576;
const SOUND_BYTES = 200 * MEGABYTE;

/** 320 × 200 pixels of one colour: a PNG of 700 bytes, so that the file itself costs almost nothing. */
const icon = (path: string): Promise<unknown> =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#1746a2' } })
    .png()
    .toFile(path);

/** 200 MB of noise as WAV: 44.1 kHz, 16 bits, two channels (RIFF, Microsoft 1991). */
async function sound(path: string): Promise<void> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + SOUND_BYTES, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(44_100 * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(SOUND_BYTES, 40);
  const noise = randomFillSync(Buffer.alloc(MEGABYTE));
  const file = await open(path, 'w');
  await file.write(head);
  for (let written = 0; written < SOUND_BYTES; written += MEGABYTE) await file.write(noise);
  await file.close();
}

const MAKERS = {
  icon: { fileName: 'icon.png', make: icon },
  sound: { fileName: 'sound.wav', make: sound },
};

/** A file that scenarios send. */
export type InputName = keyof typeof MAKERS;

/** Makes a file that a scenario sends. @returns its path */
export async function makeInput(name: InputName, folder: string): Promise<string> {
  const { fileName, make } = MAKERS[name];
  const path = `${folder}/${fileName}`;
  await make(path);
  return path;
}
