import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CombinedInput, type Combiner, createCombiner } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const exec = promisify(execFile);
let combiner: Combiner;
let folder: string;
beforeAll(async () => {
  combiner = await createCombiner('media', new URL('../src/engines/', import.meta.url));
  folder = await mkdtemp(join(tmpdir(), 'combined-media-'));
});
afterAll(async () => {
  await combiner.close();
  await rm(folder, { recursive: true });
});

async function made(name: string, ...args: string[]): Promise<CombinedInput> {
  await exec('ffmpeg', ['-v', 'error', '-y', ...args, join(folder, name)]);
  return { name, bytes: await readFile(join(folder, name)) };
}
const tone = (name: string, hertz: number, rateHz = 44_100, ...more: string[]): Promise<CombinedInput> =>
  made(name, '-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=1:sample_rate=${rateHz}`, ...more);

/** Rough frequency of a part of a sound, as SoX measures it. */
async function hertzOf(path: string, startSeconds: number): Promise<number> {
  const wav = `${path}-${startSeconds}.wav`;
  await exec('ffmpeg', ['-v', 'error', '-y', '-i', path, '-ac', '1', wav]);
  const { stderr } = await exec('sox', [wav, '-n', 'trim', `${startSeconds}`, '0.6', 'stat']);
  return Number(/Rough +frequency: +(\d+)/.exec(stderr)?.[1]);
}

async function probe(path: string, entries: string, ...more: string[]): Promise<string> {
  const args = ['-v', 'error', ...more, '-show_entries', entries, '-of', 'csv=p=0', path];
  return (await exec('ffprobe', args)).stdout.trim();
}
const secondsOf = async (path: string): Promise<number> => Number(await probe(path, 'format=duration'));

describe('several sounds', () => {
  it.each(['mp3', 'flac', 'wav'])('become one %s in their order', async (to) => {
    const inputs = [
      await tone('a.wav', 440),
      await tone('b.mp3', 1_760, 48_000),
      await tone('c.flac', 880, 22_050, '-ac', '2'),
    ];
    const { path, losses } = await combiner.combine({ inputs, to });
    expect(losses).toEqual([]);
    expect(Math.abs((await secondsOf(path)) - 3)).toBeLessThan(0.15);
    const heard = [];
    for (const start of [0.2, 1.2, 2.2]) heard.push(await hertzOf(path, start));
    for (const [index, hertz] of [440, 1_760, 880].entries())
      expect(Math.abs((heard[index] ?? 0) - hertz)).toBeLessThan(hertz * 0.05);
    expect(await probe(path, 'stream=sample_rate,channels')).toBe('48000,2');
  });

  it('keep 24 bits', async () => {
    const inputs = [await tone('a.wav', 440), await tone('b.wav', 880, 96_000, '-c:a', 'pcm_s24le')];
    const { path } = await combiner.combine({ inputs, to: 'wav' });
    expect(await probe(path, 'stream=codec_name,sample_rate')).toBe('pcm_s24le,96000');
  });

  it('name a damaged one', async () => {
    const whole = await tone('a.flac', 440);
    const cut = { name: 'b.flac', bytes: whole.bytes.subarray(0, Math.floor(whole.bytes.length * 0.7)) };
    const { losses } = await combiner.combine({ inputs: [whole, cut], to: 'mp3' });
    expect(losses.map(({ code, params }) => [code, params])).toEqual([['files_damaged', { files: '2' }]]);
    const refused = combiner.combine({ inputs: [whole, cut], to: 'mp3', options: { strict: true } });
    await expect(refused).rejects.toMatchObject({ code: 'FILE_CORRUPT', params: { file: 2 } });
  });
});

const film = (name: string, colour: string, size: string, fps: number, sound: string[] = []) =>
  made(
    name,
    ...['-f', 'lavfi', '-i', `color=${colour}:size=${size}:rate=${fps}:duration=2`],
    ...(sound.length > 0 ? ['-f', 'lavfi', '-i', `sine=frequency=${sound[0]}:duration=2`, '-shortest'] : []),
  );

/** The colour in the middle of the picture at a time. */
async function colourAt(path: string, seconds: number): Promise<number[]> {
  const args = [
    '-v',
    'error',
    '-ss',
    `${seconds}`,
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    'crop=2:2,format=rgb24',
  ];
  const { stdout } = await exec('ffmpeg', [...args, '-f', 'rawvideo', '-'], { encoding: 'buffer' });
  return [...stdout.subarray(0, 3)];
}

describe('several films', () => {
  it.each(['mp4', 'mkv', 'webm'])('become one %s of the size and rate of the first', async (to) => {
    const inputs = [
      await film('a.mp4', 'red', '320x240', 25, ['440']),
      await film('b.mkv', 'blue', '640x200', 30),
      await film('c.avi', 'lime', '160x160', 24, ['880']),
    ];
    const { path } = await combiner.combine({ inputs, to });
    expect(await probe(path, 'stream=width,height,avg_frame_rate', '-select_streams', 'v:0')).toBe(
      '320,240,25/1',
    );
    expect(Math.abs((await secondsOf(path)) - 6)).toBeLessThan(0.25);
    const seen = [await colourAt(path, 1), await colourAt(path, 3), await colourAt(path, 5)];
    expect(seen.map((rgb) => rgb.indexOf(Math.max(...rgb)))).toEqual([0, 2, 1]);
    expect(Math.abs((await hertzOf(path, 0.5)) - 440)).toBeLessThan(30);
    expect(Math.abs((await hertzOf(path, 4.8)) - 880)).toBeLessThan(60);
    const silent = await exec('sox', [`${path}-0.5.wav`, '-n', 'trim', '2.5', '1', 'stat']);
    expect(Number(/Maximum amplitude: +([\d.]+)/.exec(silent.stderr)?.[1])).toBeLessThan(0.01);
  });

  it('without sound stay without', async () => {
    const inputs = [await film('a.mp4', 'red', '320x240', 25), await film('b.mp4', 'blue', '320x240', 25)];
    const { path } = await combiner.combine({ inputs, to: 'mp4' });
    expect(await probe(path, 'stream=codec_type')).toBe('video');
  });
});
