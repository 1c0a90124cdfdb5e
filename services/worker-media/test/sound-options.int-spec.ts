import { describe, expect, it } from '@jest/globals';
import { decodedMs, makeMedia } from './media-files.js';
import { decibels, frequencyOf, lufsOf, type Options, refusedField } from './option-looks.js';
import { OptionFiles, SOUND_SECONDS } from './support/option-files.js';

const files = OptionFiles.forAllTests([
  'tone.wav',
  'tone.flac',
  'noise.wav',
  'halves.wav',
  'clicks.wav',
  'gap.flac',
  'silent.flac',
  'old.mp3',
  'two.mka',
]);
const at = (name: string): string => files().at(name);
const convert = (name: string, to: string, options: Options) => files().convert(name, to, options);

const TOLERANCE_MS = 80;

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
      expect(Math.abs((await decodedMs(path, 'a:0')) - SOUND_SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
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
    expect(Math.abs((await decodedMs(whole.path, 'a:0')) - SOUND_SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
    const steps = `aevalsrc='0.2*sin(2*PI*440*t)*if(lt(t,1),0.02,1)':s=44100:d=${SOUND_SECONDS}`;
    await makeMedia(['-f', 'lavfi', '-i', steps, at('steps.flac')]);
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
    expect(Math.abs((await decodedMs(path, 'a:0')) - SOUND_SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
  });

  it.each([
    [12, 880],
    [-12, 220],
    [7, 659],
  ])('are %s semitones higher, as long as before', async (pitch, hz) => {
    const { path } = await convert('tone.wav', 'flac', { pitch });
    expect(Math.abs((await frequencyOf(path, 'atrim=0.5:2.5')) / hz - 1)).toBeLessThan(0.02);
    expect(Math.abs((await decodedMs(path, 'a:0')) - SOUND_SECONDS * 1_000)).toBeLessThan(TOLERANCE_MS);
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
