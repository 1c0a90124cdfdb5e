import { randomFillSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { wavHeader, writeIcon } from '../shared/inputs.ts';

const MEGABYTE = 1_048_576;
const SOUND_BYTES = 200 * MEGABYTE;

/** Writes 200 MB of noise as WAV, in stereo. */
async function writeSound(path: string): Promise<void> {
  const noise = randomFillSync(Buffer.alloc(MEGABYTE));
  const file = await open(path, 'w');
  await file.write(wavHeader(SOUND_BYTES, 2));
  for (let written = 0; written < SOUND_BYTES; written += MEGABYTE) await file.write(noise);
  await file.close();
}

const MAKERS = {
  icon: { fileName: 'icon.png', make: writeIcon },
  sound: { fileName: 'sound.wav', make: writeSound },
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
