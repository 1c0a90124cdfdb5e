import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { ROOT } from '@filemill/local-stack';
import sharp from 'sharp';
import type { InputFile } from '../../shared/client.ts';
import { wavHeader } from '../../shared/inputs.ts';

const exec = promisify(execFile);
/** The xz file format, 5.3.1: the identifier of the filter, and its code for 3 << 30 bytes. */
const LZMA2 = 0x21;
const DICTIONARY_3_GB = 39;

const picture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#1746a2',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });

/** A tone as WAV: 16 bits, one channel, 44.1 kHz. */
export function aWav(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(2 * seconds * 44_100);
  for (let at = 0, i = 0; at < samples.length; at += 2, i++)
    samples.writeInt16LE(8_000 * Math.sin(i / 20 + i / 9_000), at);
  return Buffer.concat([wavHeader(samples.length, 1), samples]);
}

/**
 * A moving test card with counters, 640 × 360, MPEG-4 Part 2, which WebM cannot hold: it is encoded anew.
 *
 * @param folder - for the temporary file
 */
export async function aFilm(folder: string, seconds: number): Promise<InputFile> {
  await mkdir(folder, { recursive: true });
  const path = `${folder}/film.mp4`;
  const card = `testsrc2=size=640x360:rate=25:duration=${seconds}`;
  const codec = ['-c:v', 'mpeg4', '-b:v', '600k'];
  await exec('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', card, ...codec, path]);
  const bytes = await readFile(path);
  await rm(path);
  return { name: 'film.mp4', to: 'webm', bytes };
}

async function aZip(folder: string): Promise<Buffer> {
  await mkdir(`${folder}/zip/inner`, { recursive: true });
  for (let i = 0; i < 12; i++)
    await writeFile(`${folder}/zip/inner/${i}.txt`, `line ${i}\n`.repeat(200 * i + 1));
  await exec('/usr/bin/bsdtar', ['-a', '-cf', `${folder}/a.zip`, '-C', `${folder}/zip`, 'inner']);
  return readFile(`${folder}/a.zip`);
}

/** An xz archive that is valid except for its header, which asks for a dictionary of 3 GB. */
export function aGreedyArchive(): InputFile {
  const { stdout: tar } = spawnSync('/usr/bin/bsdtar', ['-cf', '-', 'package.json'], { cwd: ROOT });
  const { stdout } = spawnSync('/usr/bin/xz', ['-c'], { input: tar });
  const bytes = Buffer.from(stdout);
  // The header of the first block, behind the 12 bytes of the stream's: size, flags, filter, its one property, CRC.
  const header = bytes.subarray(12, 12 + 4 * (bytes.readUInt8(12) + 1));
  if (header[2] !== LZMA2) throw new Error('The block does not begin with LZMA2');
  header[4] = DICTIONARY_3_GB;
  header.writeUInt32LE(crc32(header.subarray(0, -4)), header.length - 4);
  return { name: 'greedy.tar.xz', to: 'tar.gz', bytes };
}

/** A PNG whose header declares 60,000 × 60,000 pixels. */
const lying = (png: Buffer): Buffer => {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(60_000, 16);
  copy.writeUInt32BE(60_000, 20);
  return copy;
};

/** Files that the load sends, by their lane; hostile ones are refused or fail. */
export interface LoadFiles {
  readonly image: readonly [small: InputFile, photo: InputFile, toBmp: InputFile];
  readonly audio: readonly [long: InputFile, short: InputFile];
  readonly document: readonly [InputFile];
  readonly archive: readonly [InputFile];
  readonly hostile: readonly InputFile[];
}

/** Creates the files that the load sends. @param folder - is emptied */
export async function makeFiles(folder: string): Promise<LoadFiles> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [png, jpg, zip] = await Promise.all([
    picture(320, 200).png().toBuffer(),
    picture(1600, 1200).jpeg().toBuffer(),
    aZip(folder),
  ]);
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
  const file = (name: string, to: string, bytes: Buffer | string): InputFile => ({
    ...{ name, to },
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes),
  });
  return {
    image: [file('a.png', 'webp', png), file('b.jpg', 'png', jpg), file('c.png', 'bmp', png)],
    audio: [file('a.wav', 'mp3', aWav(40)), file('b.wav', 'flac', aWav(5))],
    document: [file('a.txt', 'pdf', 'The mill grinds.\n'.repeat(80))],
    archive: [file('a.zip', 'tar.gz', zip)],
    hostile: [
      file('cut.png', 'jpg', png.subarray(0, png.length / 2)),
      file('list.mp4', 'mp3', playlist),
      file('wide.png', 'jpg', lying(png)),
      file('cut.zip', 'tar', zip.subarray(0, zip.length - 30)),
    ],
  };
}
