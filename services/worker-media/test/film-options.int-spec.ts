import { readFile } from 'node:fs/promises';
import { optionsOfRoute, registry } from '@filemill/formats';
import { ofToday } from '@filemill/worker/testing';
import { describe, expect, it } from '@jest/globals';
import { makeMedia, packetHash, runProgram } from './media-files.js';
import { decibels, type Options, ofPicture, packetsOf, refusedField } from './option-looks.js';
import { OptionFiles, X264 } from './support/option-files.js';

const files = OptionFiles.forAllTests(['film.mkv', 'grey.mp4', 'turning.mp4']);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

describe('time', () => {
  it('runs backwards, in pictures and in sound', async () => {
    const { path } = await convert('turning.mp4', 'mkv', { reverse: true });
    expect(await ofPicture(path, 'YAVG', 'select=lt(n\\,5)')).toBeGreaterThan(200);
    expect(await ofPicture(path, 'YAVG', 'select=gt(n\\,45)')).toBeLessThan(40);
    expect((await packetsOf(path, 'v:0')).length).toBe(50);
  });

  it('does not run backwards if the pictures would not fit into memory', async () => {
    const wide = ['-f', 'lavfi', '-i', 'color=blue:s=1920x1080:r=5:d=60', ...X264];
    await makeMedia([...wide, at('wide.mp4')]);
    expect(await refusedField(convert('wide.mp4', 'mkv', { reverse: true }))).toBe('reverse');
    const { path } = await convert('wide.mp4', 'mkv', { reverse: true, end: 1 });
    expect((await packetsOf(path, 'v:0')).length).toBe(5);
  });

  it.each([
    [600, 'atrim=0.05:0.5', 'atrim=0.75:1.9'],
    [-600, 'atrim=1.5:1.95', 'atrim=0.05:1.3'],
  ])('of the sound is %s ms later', async (audioDelay, silent, loud) => {
    const { path } = await convert('grey.mp4', 'mkv', { audioDelay });
    expect(await decibels(path, silent)).toBeLessThan(-60);
    expect(await decibels(path, loud)).toBeGreaterThan(-30);
    expect(await packetHash(path, 'v:0')).toBe(await packetHash(at('grey.mp4'), 'v:0'));
  });

  it.each([
    [1, 1],
    [3, 3],
    [0, 0],
  ])('of an animation ends after %s times', async (loop) => {
    const gif = await convert('grey.mp4', 'gif', { loop });
    const bytes = await readFile(gif.path);
    const mark = bytes.indexOf('NETSCAPE2.0');
    // The number of repetitions, without the first time.
    if (loop === 1) expect(mark).toBe(-1);
    else expect(bytes.readUInt16LE(mark + 13)).toBe(loop === 0 ? 0 : loop - 1);
    const apng = await readFile((await convert('grey.mp4', 'apng', { loop })).path);
    expect(apng.readUInt32BE(apng.indexOf('acTL') + 8)).toBe(loop);
    const webp = await convert('turning.mp4', 'webp', { loop });
    expect(await runProgram('webpmux', ['-info', webp.path])).toContain(`Loop Count : ${loop}`);
  });
});

/** A value of each setting that has an effect. */
const SOME: Options = {
  ...{ start: 0.1, end: 1.5, volume: 2, fadeIn: 0.1, fadeOut: 0.1, speed: 1.2, channels: 'mono', pitch: 2 },
  ...{
    bass: 3,
    treble: -3,
    highpass: 60,
    lowpass: 3_000,
    audioDelay: 50,
    audioTrack: 1,
    width: 160,
    fit: 'pad',
  },
  ...{
    fps: 24,
    rotate: 180,
    mirror: 'vertical',
    cropLeft: 8,
    cropWidth: 200,
    cropHeight: 100,
    aspect: '1:1',
  },
  ...{
    background: '#336699',
    brightness: 5,
    contrast: 5,
    saturation: 5,
    gamma: 1.1,
    sharpen: 10,
    denoise: 10,
  },
  ...{ deinterlace: 'always', keyframes: 1, reverse: true, silence: 'trim', chapters: 'drop', loop: 2 },
  ...{ colours: 32, dither: 'none', title: 'T', artist: 'A', year: 2_000, comment: 'C', videoBitrate: 600 },
};

/** Of a long list. */
const FORMATS_A_DAY = 4;

it.each(
  ofToday(
    registry
      .targets('mkv')
      .filter(({ steps }) => steps.length === 1 && steps[0]?.engine === 'ffmpeg')
      .map(({ output }) => output.id),
    FORMATS_A_DAY,
  ),
)('all settings at once work in %s', async (to) => {
  const route = registry.route('mkv', to);
  const shape = route ? optionsOfRoute(route).shape : {};
  const options = Object.fromEntries(Object.entries(SOME).filter(([name]) => Object.hasOwn(shape, name)));
  if (Object.keys(options).length === 0) return;
  const { path } = await convert('film.mkv', to, options);
  expect((await readFile(path)).length).toBeGreaterThan(100);
});
