import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { optionsOfRoute, registry, TAG_KEYS } from '@filemill/formats';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { decodedMs, makeMedia, mediainfo, probe, runProgram } from './media-files.js';
import {
  convertNamed,
  decibels,
  frequencyOf,
  holdsBytes,
  lufsOf,
  type Options,
  outputsWith,
  packetsOf,
  refusedField,
  streamProperty,
  tagsOf,
} from './option-looks.js';

const TOLERANCE_MS = 80;
const SECONDS = 3;
const TONE_HZ = 440;
/** Of a long list. */
const FORMATS_A_DAY = 6;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
const make = (name: string, expression: string, more: readonly string[] = []): Promise<string> =>
  makeMedia(['-f', 'lavfi', '-i', `aevalsrc='${expression}':s=44100:d=${SECONDS}`, ...more, at(name)]);

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  const tone = `0.2*sin(2*PI*${TONE_HZ}*t)`;
  await make('tone.wav', `${tone}|${tone}`);
  await makeMedia(['-i', at('tone.wav'), at('tone.flac')]);
  // It is as loud as speech, and as hard to encode as music.
  await makeMedia([
    ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:seed=1:sample_rate=44100:duration=${SECONDS}`],
    ...['-af', 'aformat=channel_layouts=stereo', at('noise.wav')],
  ]);
  await make('halves.wav', `0.2*sin(2*PI*if(lt(t,${SECONDS / 2}),440,880)*t)`);
  await makeMedia([
    ...['-i', at('noise.wav'), '-af', "volume='if(lt(mod(t,1),0.5),0,1)':eval=frame", at('pauses.wav')],
  ]);
  // Quiet sound with clicks at full scale, as of a drum.
  await make('clicks.wav', '0.05*sin(2*PI*330*t)+if(lt(mod(t,1),0.01),0.9*sin(2*PI*900*t),0)');
  await make('gap.flac', 'if(between(t,0.5,1.5)+between(t,2,2.5),0.3*sin(2*PI*440*t),0)');
  await make('silent.flac', '0');
  await make('old.mp3', tone, [
    '-metadata',
    'title=Old',
    '-metadata',
    'artist=Kept',
    '-metadata',
    'date=1999',
  ]);
  await makeMedia(['-i', at('old.mp3'), '-map_metadata', '0', at('old.ogg')]);
  const tones = [440, 880].flatMap((hz) => ['-f', 'lavfi', '-i', `sine=frequency=${hz}:duration=${SECONDS}`]);
  await makeMedia([...tones, '-map', '0', '-map', '1', '-c:a', 'aac', at('two.mka')]);
});
afterAll(() => converter.close());

const convert = (name: string, to: string, options: Options) => convertNamed(converter, name, to, options);

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
    const kbps = ((await stat(path)).size * 8) / 1_000 / SECONDS;
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

describe('the loudness', () => {
  it.each([
    ['tone.wav', 'flac'],
    ['noise.wav', 'mp3'],
    ['clicks.wav', 'flac'],
    ['clicks.wav', 'm4a'],
    ['old.mp3', 'wav'],
  ])('of %s as %s is what was asked for', async (name, to) => {
    for (const loudness of [-14, -16, -23]) {
      const { path, losses } = await convert(name, to, { loudness });
      expect(Math.abs((await lufsOf(path)) - loudness)).toBeLessThan(0.5);
      expect(losses).toEqual([]);
      expect(Math.abs((await decodedMs(path, 'a:0')) - SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
    }
  });

  it('is that of both speakers if more are mixed to two', async () => {
    await makeMedia(['-i', at('noise.wav'), '-af', 'pan=5.1|FL=c0|FR=c1|FC=c0|BL=c1|BR=c0', at('six.wav')]);
    const { path } = await convert('six.wav', 'mp3', { loudness: -16 });
    expect(Math.abs((await lufsOf(path)) + 16)).toBeLessThan(0.5);
  });

  it('of silence stays', async () => {
    const { path } = await convert('silent.flac', 'wav', { loudness: -14 });
    expect(await decibels(path)).toBeLessThan(-90);
  });

  it('and the volume exclude each other', async () => {
    expect(await refusedField(convert('tone.wav', 'flac', { loudness: -14, volume: 3 }))).toBe('loudness');
    expect(await refusedField(convert('tone.wav', 'flac', { loudness: -15 }))).toBe('loudness');
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

/** Every character with a meaning in ffmpeg's files of metadata, in a shell and in a filter. */
const HARD = 'A=b;c#d\\e "f" \'g\' $(h) [i]:j, -k %l ü 漢字';

describe('tags', () => {
  it.each([
    ...['mp3', 'm4a', 'flac', 'ogg', 'opus', 'wma', 'aac', 'wav', 'mka', 'spx', 'wv', 'tta'],
    ...['mp4', 'mov', 'mkv', 'webm', 'avi', 'wmv'],
  ])('are all written to %s as they are', async (to) => {
    const route = registry.route(to === 'mp3' ? 'ogg' : 'mp3', to);
    if (!route) throw new Error(to);
    const names = Object.keys(TAG_KEYS).filter((name) => Object.hasOwn(optionsOfRoute(route).shape, name));
    expect(names.length).toBeGreaterThan(4);
    const given = Object.fromEntries(
      names.map((name) => [name, name === 'year' ? 2_024 : name === 'track' ? 7 : `${name} ${HARD}`]),
    );
    const { path } = await convert(to === 'mp3' ? 'old.ogg' : 'old.mp3', to, given);
    const tags = await tagsOf(path);
    for (const name of names) {
      const seen = tags[TAG_KEYS[name as keyof typeof TAG_KEYS]];
      expect(`${name}: ${seen}`).toBe(`${name}: ${given[name]}`);
    }
  });

  it('are read by a program other than ffmpeg', async () => {
    const { path } = await convert('old.mp3', 'flac', { title: HARD, year: 2_024 });
    expect(await runProgram('metaflac', ['--export-tags-to=-', path])).toContain(`=${HARD}\n`);
    const mp3 = await convert('tone.wav', 'mp3', { title: 'The mill', albumArtist: 'Sophie' });
    const seen = JSON.stringify(await mediainfo(mp3.path));
    expect(seen).toContain('"Title":"The mill"');
    expect(seen).toContain('"Album_Performer":"Sophie"');
  });

  it.each([
    ['old.mp3', 'flac'],
    ['old.mp3', 'ogg'],
    ['old.ogg', 'opus'],
    ['old.ogg', 'mka'],
    ['old.ogg', 'mp3'],
  ])('that are not given stay those of the source: %s to %s', async (name, to) => {
    const { path } = await convert(name, to, { title: 'New' });
    expect(await tagsOf(path)).toMatchObject({ title: 'New', artist: 'Kept', date: '1999' });
  });

  it('are the only ones if those of the source are removed', async () => {
    const { path } = await convert('old.mp3', 'm4a', { title: 'New', metadata: 'strip' });
    const tags = await tagsOf(path);
    expect(tags.title).toBe('New');
    expect(tags.artist).toBeUndefined();
  });

  it.each([
    { title: '' },
    { title: 'two\nlines' },
    { title: 'nul\0' },
    { title: 'x'.repeat(201) },
    { year: 0 },
    { year: 12_000 },
    { track: 1.5 },
    { composer: 5 },
  ])('are refused if they are no text of a line: %j', async (options) => {
    await expect(convert('tone.wav', 'mp3', options)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it('are not offered where no player shows them', async () => {
    for (const to of ['amr', 'ac3', 'voc'])
      await expect(convert('tone.wav', to, { title: 'x' })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe('silence', () => {
  it.each(['wav', 'mp3', 'm4a'])('is cut off at both ends: %s', async (to) => {
    const { path } = await convert('gap.flac', to, { silence: 'trim' });
    expect(Math.abs((await decodedMs(path, 'a:0')) - 2_000)).toBeLessThan(TOLERANCE_MS);
    expect(await decibels(path, 'atrim=0.1:0.3')).toBeGreaterThan(-25);
    expect(await decibels(path, 'atrim=1.7:1.9')).toBeGreaterThan(-25);
  });

  it('is cut off within the chosen part', async () => {
    const { path } = await convert('gap.flac', 'wav', { silence: 'trim', start: 1, end: 2.8 });
    expect(Math.abs((await decodedMs(path, 'a:0')) - 1_500)).toBeLessThan(TOLERANCE_MS);
  });

  it('stays if there is none, and counts from the level that was asked for', async () => {
    const whole = await convert('tone.flac', 'wav', { silence: 'trim' });
    expect(Math.abs((await decodedMs(whole.path, 'a:0')) - SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
    await make('steps.flac', '0.2*sin(2*PI*440*t)*if(lt(t,1),0.02,1)');
    for (const [silenceThreshold, ms] of [
      [-30, 2_000],
      [-70, 3_000],
    ] as const) {
      const { path } = await convert('steps.flac', 'wav', { silence: 'trim', silenceThreshold });
      expect(Math.abs((await decodedMs(path, 'a:0')) - ms)).toBeLessThan(TOLERANCE_MS);
    }
  });

  it('is refused if nothing would be left, or its level alone', async () => {
    expect(await refusedField(convert('silent.flac', 'mp3', { silence: 'trim' }))).toBe('silence');
    expect(await refusedField(convert('gap.flac', 'mp3', { silenceThreshold: -30 }))).toBe(
      'silenceThreshold',
    );
  });
});

describe('tones', () => {
  it('come in reverse', async () => {
    const { path } = await convert('halves.wav', 'flac', { reverse: true });
    expect(Math.abs((await frequencyOf(path, 'atrim=0.2:1.2')) - 880)).toBeLessThan(10);
    expect(Math.abs((await frequencyOf(path, 'atrim=1.8:2.8')) - 440)).toBeLessThan(10);
    expect(Math.abs((await decodedMs(path, 'a:0')) - SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
  });

  it.each([
    [12, 880],
    [-12, 220],
    [7, 659],
  ])('are %s semitones higher, as long as before', async (pitch, hz) => {
    const { path } = await convert('tone.wav', 'flac', { pitch });
    expect(Math.abs((await frequencyOf(path, 'atrim=0.5:2.5')) / hz - 1)).toBeLessThan(0.02);
    expect(Math.abs((await decodedMs(path, 'a:0')) - SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
  });

  it.each([
    [{ bass: 12 }, 'lowpass=f=60', 12],
    [{ bass: -12 }, 'lowpass=f=60', -12],
    [{ treble: 12 }, 'highpass=f=10000', 12],
    [{ treble: -12 }, 'highpass=f=10000', -12],
    [{ highpass: 500 }, 'lowpass=f=100', -20],
    [{ lowpass: 1_000 }, 'highpass=f=8000', -20],
  ])('are louder or quieter: %j', async (options, band, wanted) => {
    const plain = await decibels(at('noise.wav'), band);
    const { path } = await convert('noise.wav', 'flac', options);
    const difference = (await decibels(path, band)) - plain;
    if (Math.abs(wanted) < 20) expect(Math.abs(difference - wanted)).toBeLessThan(4);
    else expect(difference).toBeLessThan(-10);
  });

  it('are refused if the limits leave nothing between them', async () => {
    expect(await refusedField(convert('tone.wav', 'mp3', { highpass: 800, lowpass: 500 }))).toBe('lowpass');
  });
});

describe('of several sounds', () => {
  it.each([
    [1, 440],
    [2, 880],
  ])('number %s is taken, and the other is no loss', async (audioTrack, hz) => {
    const { path, losses } = await convert('two.mka', 'mp3', { audioTrack });
    expect(Math.abs((await frequencyOf(path, 'atrim=0.5:2')) - hz)).toBeLessThan(10);
    expect(losses).toEqual([]);
  });

  it('one that is missing is refused with how many there are', async () => {
    await expect(convert('two.mka', 'mp3', { audioTrack: 3 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field: 'audioTrack', rule: '1 to 2: the file has no more' },
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
