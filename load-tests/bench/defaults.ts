import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import type { GuestSuccess } from '@filemill/api';
import { ROOT } from '@filemill/local-stack';
import sharp from 'sharp';
import { inTempFolder } from './bare.ts';
import { report } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { type RunningStack, upload } from './service.ts';

const run = promisify(execFile);
const exec = (program: string, args: readonly string[]) =>
  run(`/usr/bin/${program}`, [...args], { env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' } });
const ffmpeg = (args: readonly string[]) => exec('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args]);

/** A photograph of a Canon D30. */
const RAW_PHOTO = `${ROOT}/services/worker-image/test/samples/canon.crw`;
const SECONDS = 4;

const PICTURES = ['jpg', 'webp', 'avif', 'heic', 'jxl'];
const FILMS = ['mp4', 'mov', 'webm', 'avi', 'wmv', 'mpg', 'ogv'];
const SOUNDS = ['mp3', 'm4a', 'aac', 'opus', 'ogg', 'wma'];
/** Encoders leave out what is above this first. */
const TREBLE_HZ = 12_000;

/** Lossless sources: the photo, a slow pan over it with sound, and pink noise, the hardest sound. */
async function makeSources(
  folder: string,
  noise: string,
): Promise<{ photo: string; film: string; sound: string }> {
  const at = (name: string): string => `${folder}/${name}`;
  await exec('cp', [RAW_PHOTO, at('photo.crw')]);
  await exec('dcraw_emu', ['-w', '-T', at('photo.crw')]);
  await sharp(at('photo.crw.tiff')).toColourspace('srgb').png().toFile(at('photo.png'));
  await ffmpeg(['-i', noise, '-t', `${SECONDS}`, at('sound.wav')]);
  const pan = "crop=640:480:x='80*t':y='40*t'";
  await ffmpeg([
    ...['-loop', '1', '-framerate', '25', '-t', `${SECONDS}`, '-i', at('photo.png'), '-i', at('sound.wav')],
    ...['-vf', `${pan},format=yuv420p`, '-c:v', 'ffv1', '-c:a', 'flac', at('film.mkv')],
  ]);
  return { photo: at('photo.png'), film: at('film.mkv'), sound: at('sound.wav') };
}

/** Structural similarity of the pictures of two files, 0 to 1. */
async function ssimOf(path: string, source: string): Promise<number> {
  const { stderr } = await ffmpeg([
    ...['-i', path, '-i', source],
    // Picture by picture: some formats shift all times by one of them.
    ...['-lavfi', '[0:v]format=yuv420p,setpts=N/25/TB[a];[1:v]format=yuv420p,setpts=N/25/TB[b];[a][b]ssim'],
    ...['-f', 'null', '-'],
  ]);
  return Number(/All:([\d.]+)/.exec(stderr)?.[1]);
}

/** Decibels of the treble of a sound. */
async function trebleOf(path: string): Promise<number> {
  const { stderr } = await ffmpeg([
    ...['-i', path, '-af', `highpass=f=${TREBLE_HZ},highpass=f=${TREBLE_HZ},volumedetect`, '-f', 'null', '-'],
  ]);
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
}

/** What every default makes of the same files: how alike, and how large. The declarations state these figures. */
export const benchDefaults = ({ url }: RunningStack, input: InputPaths): Promise<void> =>
  inTempFolder(async (folder) => {
    const sources = await makeSources(folder, input.sound);
    const made = async (source: string, to: string): Promise<string> => {
      const { status, bytes } = await upload(url, source, to);
      if (status !== 200) throw new Error(`${status} ${bytes}`);
      const { data }: GuestSuccess = JSON.parse(bytes.toString());
      const path = `${folder}/made${extname(source)}.${to}`;
      const result = await fetch(new URL(data.downloadUrl ?? '', url));
      await writeFile(path, Buffer.from(await result.arrayBuffer()));
      return path;
    };
    for (const to of PICTURES) {
      const path = await made(sources.photo, to);
      // This ffmpeg reads neither HEIC nor JPEG XL.
      await exec('vips', ['copy', path, `${path}.png`]);
      const ssim = await ssimOf(`${path}.png`, sources.photo);
      report(`default: photo to ${to}`, { SSIM: ssim.toFixed(4), kB: await kilobytesOf(path) });
    }
    for (const to of FILMS) {
      const path = await made(sources.film, to);
      const ssim = await ssimOf(path, sources.film);
      const kbps = Math.round((8 * (await kilobytesOf(path))) / SECONDS);
      report(`default: film to ${to}`, { SSIM: ssim.toFixed(4), 'kbit/s': kbps });
    }
    const treble = await trebleOf(sources.sound);
    for (const to of SOUNDS) {
      const path = await made(sources.sound, to);
      const lost = treble - (await trebleOf(path));
      const kbps = Math.round((8 * (await kilobytesOf(path))) / SECONDS);
      report(`default: sound to ${to}`, { 'treble lost, dB': lost.toFixed(1), 'kbit/s': kbps });
    }
  });

const kilobytesOf = async (path: string): Promise<number> => Math.round((await stat(path)).size / 1_000);
