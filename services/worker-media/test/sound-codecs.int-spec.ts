import { stat } from 'node:fs/promises';
import { optionsOfRoute, registry } from '@filemill/formats';
import { ofToday } from '@filemill/worker/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeMedia, mediainfo, probe, runProgram } from './media-files.js';
import {
  frequencyOf,
  holdsBytes,
  type Options,
  outputsWith,
  packetsOf,
  refusedField,
  streamProperty,
} from './option-looks.js';
import { OptionFiles, SOUND_SECONDS, TONE_HZ } from './support/option-files.js';

const files = OptionFiles.forAllTests(['tone.wav', 'tone.flac', 'noise.wav', 'pauses.wav', 'old.mp3']);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

/** Of a long list. */
const FORMATS_A_DAY = 6;

it('FLAC is copied, unless a level of compression is asked for', async () => {
  const sizesOf = async (path: string) => (await packetsOf(path, 'a:0')).map(({ bytes }) => bytes);
  const source = await sizesOf(at('tone.flac'));
  expect(await sizesOf((await convert('tone.flac', 'flac', {})).path)).toEqual(source);
  const { path } = await convert('tone.flac', 'flac', { compressionLevel: 0 });
  expect(await sizesOf(path)).not.toEqual(source);
  await runProgram('flac', ['--test', '--silent', path]);
});

describe('the bit rate', () => {
  it.each([
    ['mp3', 128, 0.1],
    ['mp3', 320, 0.1],
    ['aac', 64, 0.2],
    ['m4a', 96, 0.2],
    ['opus', 48, 0.1],
    ['ogg', 112, 0.3],
    ['wma', 96, 0.2],
    ['ac3', 256, 0.1],
    ['eac3', 192, 0.1],
    ['mp2', 224, 0.1],
    ['amr', 5.15, 0.15],
    ['awb', 12.65, 0.15],
  ])('of %s is %s kbit/s', async (to, bitrate, tolerance) => {
    const { path, losses } = await convert('noise.wav', to, { bitrate });
    const kbps = ((await stat(path)).size * 8) / 1_000 / SOUND_SECONDS;
    expect(Math.abs(kbps / bitrate - 1)).toBeLessThan(tolerance);
    if (to.startsWith('a') && to !== 'ac3' && to !== 'aac') return;
    expect(losses).toEqual([]);
  });

  it('is the same in each second, or only on average', async () => {
    const sizes = async (options: Options) => {
      const { path } = await convert('pauses.wav', 'mp3', options);
      const packets = await packetsOf(path, 'a:0');
      // The first holds the index.
      return { path, sizes: new Set(packets.slice(1).map(({ bytes }) => bytes)).size };
    };
    const constant = await sizes({ bitrate: 128, bitrateMode: 'constant' });
    const average = await sizes({ bitrate: 128, bitrateMode: 'average' });
    expect(constant.sizes).toBeLessThanOrEqual(3);
    expect(average.sizes).toBeGreaterThan(5);
    expect(await holdsBytes(constant.path, 'Info')).toBe(true);
    expect(await holdsBytes(average.path, 'Xing')).toBe(true);
  });

  it.each([
    ['mp3', { bitrate: 128, quality: 50 }, 'bitrate'],
    ['mp3', { bitrate: 100 }, 'bitrate'],
    ['mp3', { bitrateMode: 'average' }, 'bitrateMode'],
    ['m4a', { bitrate: 8 }, 'bitrate'],
    ['m4a', { bitrate: 128, codec: 'alac' }, 'bitrate'],
    ['flac', { bitrate: 128 }, 'bitrate'],
    ['mka', { bitrate: 128, audioCodec: 'flac' }, 'bitrate'],
    ['mka', { bitrate: 100, audioCodec: 'mp3' }, 'bitrate'],
  ])('is refused where it is not possible: %s, %j', async (to, options, field) => {
    expect(await refusedField(convert('noise.wav', to, options))).toBe(field);
  });
});

describe('the sample rate', () => {
  it.each([
    ['mp3', 22_050],
    ['wav', 8_000],
    ['flac', 96_000],
    ['m4a', 32_000],
    ['ogg', 16_000],
    ['wma', 22_050],
    ['ac3', 32_000],
    ['mp2', 48_000],
    ['aiff', 192_000],
  ])('of %s is %s Hz, and that is no loss', async (to, sampleRate) => {
    const { path, losses } = await convert(to === 'wav' ? 'tone.flac' : 'tone.wav', to, { sampleRate });
    expect((await probe(path)).streams[0]?.sample_rate).toBe(`${sampleRate}`);
    expect(Math.abs((await frequencyOf(path, 'atrim=0.5:2.5')) - TONE_HZ)).toBeLessThan(10);
    expect(losses).toEqual([]);
  });

  /** The lowest and the highest of each format: what is offered has to work. */
  it('is possible wherever it is offered', async () => {
    for (const { id } of ofToday(outputsWith('wav', 'sampleRate'), FORMATS_A_DAY)) {
      const route = registry.route('wav', id);
      if (!route) continue;
      const { enum: rates = [] } = z.toJSONSchema(optionsOfRoute(route).shape.sampleRate as z.ZodType, {
        io: 'input',
      });
      for (const sampleRate of [rates[0], rates.at(-1)]) {
        // Of a format with several codecs each has its own.
        const isHigh = Number(sampleRate) > 48_000;
        const several = Object.hasOwn(optionsOfRoute(route).shape, 'audioCodec');
        const codec = isHigh ? 'flac' : id === 'webm' ? 'vorbis' : undefined;
        const options = { sampleRate, ...(several && codec && { audioCodec: codec }) };
        const { path } = await convert('tone.wav', id, options);
        expect(`${id} ${await streamProperty(path, 'a:0', 'sample_rate')}`).toBe(`${id} ${sampleRate}`);
      }
    }
  });

  it('is refused if the codec has no such rate', async () => {
    expect(await refusedField(convert('tone.wav', 'mp3', { sampleRate: 96_000 }))).toBe('sampleRate');
    expect(await refusedField(convert('tone.wav', 'mka', { sampleRate: 96_000, audioCodec: 'mp3' }))).toBe(
      'sampleRate',
    );
    await expect(convert('tone.wav', 'opus', { sampleRate: 48_000 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});

describe('the depth of samples', () => {
  it.each([
    ['wav', 16],
    ['wav', 24],
    ['wav', 32],
    ['aiff', 24],
    ['aiff', 32],
    ['w64', 24],
    ['caf', 24],
    ['flac', 24],
    ['wv', 32],
    ['tta', 24],
  ])('of %s is %s bits', async (to, bitDepth) => {
    const { path, losses } = await convert(to === 'wav' ? 'tone.flac' : 'tone.wav', to, { bitDepth });
    const [, sound] = await mediainfo(path);
    const shown = sound?.BitDepth ?? (await streamProperty(path, 'a:0', 'bits_per_raw_sample'));
    expect(shown).toBe(`${bitDepth}`);
    expect(losses).toEqual([]);
  });

  it('can be less than that of the source, which is no loss then', async () => {
    const deep = await convert('tone.wav', 'flac', { bitDepth: 24 });
    await makeMedia(['-i', deep.path, '-c', 'copy', at('deep.flac')]);
    const { path, losses } = await convert('deep.flac', 'wav', { bitDepth: 16 });
    expect(await streamProperty(path, 'a:0', 'codec_name')).toBe('pcm_s16le');
    expect(losses).toEqual([]);
  });

  it('is refused with a codec that has none', async () => {
    expect(await refusedField(convert('tone.wav', 'mka', { bitDepth: 24, audioCodec: 'mp3' }))).toBe(
      'bitDepth',
    );
    await expect(convert('tone.wav', 'mp3', { bitDepth: 24 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});

describe('the codec of sound', () => {
  it.each([
    ...['flac', 'aac', 'mp3', 'opus', 'vorbis', 'ac3', 'pcm'].map((codec) => ['mka', codec] as const),
    ...['vorbis', 'opus', 'flac'].map((codec) => ['ogg', codec] as const),
  ])('in %s is %s', async (to, audioCodec) => {
    const { path } = await convert('tone.wav', to, { audioCodec });
    expect(await streamProperty(path, 'a:0', 'codec_name')).toContain(audioCodec);
  });

  it('is copied if the source has it already', async () => {
    const { path } = await convert('old.mp3', 'mka', { audioCodec: 'mp3' });
    expect((await packetsOf(path, 'a:0')).map(({ bytes }) => bytes)).toEqual(
      (await packetsOf(at('old.mp3'), 'a:0')).map(({ bytes }) => bytes),
    );
  });
});
