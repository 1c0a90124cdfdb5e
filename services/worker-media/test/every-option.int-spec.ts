import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proveOptions } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { makeMedia } from './media-files.js';
import {
  HEIGHT_PX,
  LONG_SECONDS,
  MEDIA_LOOKS,
  openMedia,
  SECONDS,
  TONE_HZ,
  WIDTH_PX,
} from './option-effects/index.js';

const SIZE = `${WIDTH_PX}x${HEIGHT_PX}`;
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '10'];

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** What ffmpeg draws or plays. */
const source = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
const sine = (hz: number): string[] => source(`sine=frequency=${hz}:sample_rate=48000:d=${SECONDS}`);
const plays = (expression: string): string[] => source(`aevalsrc='${expression}':s=44100:d=${SECONDS}`);
const films = (graph: string): string[] => source(`${graph}:s=${SIZE}:r=25:d=${SECONDS}`);
const cue = (start: string, end: string, text: string): string =>
  `1\n00:00:0${start} --> 00:00:0${end}\n${text}\n`;

async function makeSounds(): Promise<void> {
  const tone = `0.2*sin(2*PI*${TONE_HZ}*t)`;
  await makeMedia([...plays(`${tone}|${tone}`), at('tone.wav')]);
  await makeMedia(['-i', at('tone.wav'), at('tone.flac')]);
  const pink = [1, 2].flatMap((seed) =>
    source(`anoisesrc=color=pink:seed=${seed}:sample_rate=44100:duration=${SECONDS}`),
  );
  await makeMedia([...pink, '-filter_complex', 'amerge', at('noise.wav')]);
  await makeMedia(['-i', at('noise.wav'), at('noise.flac')]);
  const pauses = "volume='if(lt(mod(t,1),0.5),0,1)':eval=frame";
  await makeMedia(['-i', at('noise.wav'), '-af', pauses, at('pauses.wav')]);
  const octaves = `0.2*sin(2*PI*if(lt(t,${SECONDS / 2}),${TONE_HZ},${2 * TONE_HZ})*t)`;
  await makeMedia([...plays(octaves), at('halves.wav')]);
  await makeMedia([
    ...films('testsrc2=alpha=255'),
    '-i',
    at('halves.wav'),
    ...X264,
    '-c:a',
    'flac',
    at('octaves.mkv'),
  ]);
  await makeMedia([...plays(`if(between(t,0.5,1.5),0.3*sin(2*PI*${TONE_HZ}*t),0)`), at('gap.flac')]);
  // The first second is as quiet as a room.
  await makeMedia([...plays(`${tone}*if(lt(t,1),0.02,1)`), at('steps.flac')]);
  const tones = [...sine(TONE_HZ), ...sine(2 * TONE_HZ)];
  await makeMedia([...tones, '-map', '0', '-map', '1', '-c:a', 'aac', at('two.mka')]);
  await makeMedia(['-i', at('tone.wav'), '-metadata', 'title=The mill', at('told.mp3')]);
  await makeMedia([...source('color=red:s=64x64'), '-frames:v', '1', at('cover.png')]);
  const cover = ['-map', '0', '-map', '1', '-disposition:v:0', 'attached_pic', '-c:v', 'png', '-c:a', 'aac'];
  await makeMedia(['-i', at('tone.wav'), '-i', at('cover.png'), ...cover, at('covered.m4a')]);
}

async function makeFilms(): Promise<void> {
  const card = films('testsrc2=alpha=255');
  const aac = [...X264, '-c:a', 'aac'];
  await makeMedia([...card, ...sine(TONE_HZ), ...aac, at('film.mkv')]);
  await makeMedia(['-i', at('film.mkv'), '-c', 'copy', at('film.mp4')]);
  await makeMedia([...card, '-i', at('noise.wav'), ...X264, '-c:a', 'flac', at('noise.mkv')]);
  const grain = source(`testsrc2=s=${SIZE}:r=25:d=${SECONDS},noise=alls=20:allf=t`);
  await makeMedia([...grain, ...sine(TONE_HZ), ...aac, at('grain.mkv')]);
  await makeMedia(['-i', at('grain.mkv'), '-c', 'copy', at('grain.mp4')]);
  await makeMedia([...films('color=0x808080'), ...sine(TONE_HZ), ...aac, at('grey.mkv')]);
  const halves = source(
    `color=0x404040:s=${SIZE}:r=25:d=${SECONDS},drawbox=x=80:w=80:h=120:color=0xc06060:t=fill`,
  );
  await makeMedia([...halves, ...sine(TONE_HZ), ...aac, at('halves.mkv')]);
  const quarters = [
    'drawbox=x=80:y=0:w=80:h=60:color=lime',
    'drawbox=x=0:y=60:w=80:h=60:color=blue',
    'drawbox=x=80:y=60:w=80:h=60:color=white',
  ];
  const boxes = quarters.map((box) => `${box}:t=fill`).join(',');
  await makeMedia([
    ...source(`color=red:s=${SIZE}:r=25:d=${SECONDS},${boxes}`),
    ...sine(TONE_HZ),
    ...aac,
    at('quarters.mkv'),
  ]);
  const tones = [...sine(TONE_HZ), ...sine(2 * TONE_HZ)];
  await makeMedia([...card, ...tones, '-map', '0', '-map', '1', '-map', '2', ...aac, at('two.mkv')]);
  const combed = source('testsrc2=s=320x240:r=50:d=1,tinterlace=interleave_top');
  await makeMedia([...combed, ...sine(TONE_HZ), ...aac, at('combed.mkv')]);
  const long = source(`testsrc2=s=${SIZE}:r=10:d=${LONG_SECONDS}`);
  await makeMedia([...long, ...X264, '-g', '20', at('long.mkv')]);
  await makeMedia(['-i', at('long.mkv'), '-c', 'copy', at('long.mp4')]);
}

/** Films with subtitles, chapters and a title. */
async function makeTexts(): Promise<void> {
  await writeFile(at('early.srt'), cue('0,300', '0,700', 'FIRST LINE'));
  await writeFile(at('late.srt'), cue('1,300', '1,700', 'SECOND LINE'));
  const texts = ['-i', at('early.srt'), '-i', at('late.srt')];
  const maps = ['-map', '0:v', '-map', '0:a', '-map', '1', '-map', '2', '-c', 'copy', '-c:s', 'srt'];
  await makeMedia(['-i', at('film.mkv'), ...texts, ...maps, at('twice.mkv')]);
  const once = ['-map', '0:v', '-map', '0:a', '-map', '1', '-c', 'copy', '-c:s', 'srt'];
  await makeMedia(['-i', at('film.mkv'), '-i', at('early.srt'), ...once, at('subtitled.mkv')]);
  const black = [...films('color=black'), ...texts, '-map', '0', '-map', '1', '-map', '2'];
  await makeMedia([...black, ...X264, '-c:s', 'srt', at('black.mkv')]);
  await writeFile(at('marks.txt'), ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=One\n');
  const marks = ['-i', at('marks.txt'), '-map_chapters', '1', '-c', 'copy', '-metadata', 'title=The mill'];
  await makeMedia(['-i', at('film.mkv'), ...marks, at('told.mkv')]);
}

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await makeSounds();
  await makeFilms();
  await makeTexts();
});
afterAll(() => converter.close());

describe('every setting of every engine for sound and films', () => {
  proveOptions({
    worker: 'media',
    looks: MEDIA_LOOKS,
    samples: ['tone.wav', 'film.mkv'],
    converter: () => converter,
    open: openMedia,
  });
});
