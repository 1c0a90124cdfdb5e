import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { createEngine } from '../engines/ffmpeg.engine.js';

const execute = promisify(execFile);
const bareFfmpeg = async (...args: string[]): Promise<void> => {
  await execute('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
};

/** Medians in milliseconds: the worker (jail and checks, without queue and store), and ffmpeg started by hand. */
export interface MediaTimes {
  readonly remuxMs: number;
  readonly bareRemuxMs: number;
  /** The same pair encoded, which is what copying saves. */
  readonly encodeMs: number;
  readonly webmMs: number;
  readonly bareWebmMs: number;
  readonly mp3Ms: number;
  readonly bareMp3Ms: number;
}

/** @param rounds - of the short jobs; the long ones run once */
export async function measureMedia(rounds = 5): Promise<MediaTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'media-bench-'));
  const converter = await createConverter([createEngine]);
  try {
    const video = join(folder, 'clip.mp4');
    const sound = join(folder, 'song.wav');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=10,noise=alls=12:allf=t'];
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=10'];
    await bareFfmpeg(
      ...picture,
      ...tone,
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-pix_fmt',
      'yuv420p',
      video,
    );
    // Chords under noise: a tone alone would be too easy for the encoder.
    const chord =
      'aevalsrc=0.2*sin(440*2*PI*t)+0.2*sin(550*2*PI*t)+0.1*random(0)|0.3*sin(330*2*PI*t)+0.1*random(1)';
    await bareFfmpeg('-f', 'lavfi', '-i', `${chord}:s=44100:d=180`, sound);
    const out = join(folder, 'out');
    const vp9 = [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-row-mt',
      '1',
      '-tile-columns',
      '2',
    ];
    return {
      remuxMs: await timed(rounds, () => convert(converter, video, 'mkv')),
      bareRemuxMs: await timed(rounds, () =>
        bareFfmpeg('-i', video, '-map', '0', '-c', 'copy', `${out}.mkv`),
      ),
      encodeMs: await timed(1, () => convert(converter, video, 'mkv', { quality: 77 })),
      webmMs: await timed(1, () => convert(converter, video, 'webm')),
      bareWebmMs: await timed(1, () =>
        bareFfmpeg(
          '-i',
          video,
          ...vp9,
          '-b:v',
          '0',
          '-crf',
          '31',
          '-c:a',
          'libopus',
          '-b:a',
          '80k',
          `${out}.webm`,
        ),
      ),
      mp3Ms: await timed(rounds, () => convert(converter, sound, 'mp3')),
      bareMp3Ms: await timed(rounds, () => bareFfmpeg('-i', sound, '-q:a', '0', `${out}.mp3`)),
    };
  } finally {
    await converter.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const convert = (converter: Converter, input: string, to: string, options = {}): Promise<unknown> =>
  converter.convert({ input, from: input.split('.').at(-1) ?? '', to, options });

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

if (import.meta.main) {
  const times = await measureMedia();
  for (const [name, ms] of Object.entries(times))
    process.stdout.write(`${name.padEnd(12)} ${ms.toFixed(0)}\n`);
  process.stdout.write(`remux is ${(times.encodeMs / times.remuxMs).toFixed(0)} times as fast as encoding\n`);
}
