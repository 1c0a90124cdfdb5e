import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeMedia } from './media-files.js';

/** What is shown, and when; as long as the films of this suite. */
export const CUES = [
  { startMs: 100, endMs: 500, text: 'Hello world' },
  { startMs: 600, endMs: 1_100, text: 'Second line Мир 漢字' },
];
const SUBRIP =
  '1\n00:00:00,100 --> 00:00:00,500\nHello world\n\n2\n00:00:00,600 --> 00:00:01,100\nSecond line\nМир 漢字\n';

const FILM = [
  ...['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=25:duration=1.2'],
  ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=1.2'],
];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const IN_PHONES = [...H264, '-c:a', 'aac', '-c:s', 'mov_text'];
/** Matroska delays all tracks by the priming of its sound; FLAC and Vorbis have none. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  mkv: [...H264, '-c:a', 'flac', '-c:s', 'srt'],
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis', '-c:s', 'webvtt'],
  ...Object.fromEntries(['mp4', 'mov', '3gp', '3g2'].map((id) => [id, IN_PHONES])),
};

/**
 * A film with {@link CUES}.
 *
 * @param tracks - texts of its tracks of subtitles, as SubRip or in another format that ffmpeg recognises
 * @param more - further arguments of ffmpeg for the output
 */
export async function makeFilm(
  folder: string,
  format: string,
  { tracks = [SUBRIP], more = [], name = 'film' }: { tracks?: string[]; more?: string[]; name?: string } = {},
): Promise<string> {
  const path = join(folder, `${name}.${format}`);
  const inputs: string[] = [];
  for (const [index, text] of tracks.entries()) {
    const subtitles = join(folder, `${name}-${format}-${index}.${text.startsWith('[') ? 'ass' : 'srt'}`);
    await writeFile(subtitles, text);
    inputs.push('-i', subtitles);
  }
  const maps = ['0', '1', ...tracks.map((_, index) => `${index + 2}`)].flatMap((one) => ['-map', one]);
  await makeMedia([...FILM, ...inputs, ...maps, ...(RECIPES[format] ?? []), ...more, path]);
  return path;
}

/** Hours may be missing; the fraction has two or three digits. */
const CLOCK = String.raw`((?:\d+:)?\d\d:\d\d[.,]\d{2,3})`;
const BLOCK = new RegExp(`^${CLOCK} --> ${CLOCK}.*\\n([^]*)$`, 'm');
const DIALOGUE = new RegExp(`^Dialogue: [^,]*,${CLOCK},${CLOCK},(?:[^,]*,){6}(.*)$`, 'gm');

/** The cues of a file in SubRip, WebVTT or ASS, by a reader that is not ffmpeg's. */
export async function cuesOf(path: string, format: string): Promise<typeof CUES> {
  const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  const blocks = text.split('\n\n').map((block) => BLOCK.exec(block) ?? []);
  const rows = format === 'ass' ? [...text.matchAll(DIALOGUE)] : blocks.filter(({ length }) => length > 0);
  return rows.map(([, start = '', end = '', words = '']) => ({
    startMs: msOf(start),
    endMs: msOf(end),
    text: words.replaceAll('\\N', ' ').split(/\s+/).join(' ').trim(),
  }));
}

const msOf = (clock: string): number =>
  Math.round(
    clock
      .replace(',', '.')
      .split(':')
      .reduce((total, part) => total * 60 + Number(part), 0) * 1_000,
  );
