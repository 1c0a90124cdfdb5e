import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { makeMedia } from '../media-files.js';
import { convertNamed, type Options } from '../option-looks.js';

/** Length of the films. */
export const FILM_SECONDS = 2;
/** Length of the sounds. */
export const SOUND_SECONDS = 3;
/** Of the sounds that have one tone. */
export const TONE_HZ = 440;
/** A film that is made quickly. */
export const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '10'];

const source = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
const sine = (hz: number): string[] => source(`sine=frequency=${hz}:sample_rate=48000:d=${FILM_SECONDS}`);
const sound = (expression: string): string[] => source(`aevalsrc='${expression}':s=44100:d=${SOUND_SECONDS}`);
const picture = (graph: string, seconds = FILM_SECONDS): string[] => source(`${graph}:r=25:d=${seconds}`);

const TONE = `0.2*sin(2*PI*${TONE_HZ}*t)`;
const HALVES = `color=0x404040:s=160x120:r=25:d=${FILM_SECONDS},drawbox=x=80:w=80:h=120:color=0xc06060:t=fill`;

/** How the files of these tests are made: by arguments of ffmpeg, which name files that stand before them. */
const RECIPES: Readonly<Record<string, (at: (name: string) => string) => readonly string[]>> = {
  // Restless, with two sounds.
  'film.mkv': () => [
    ...source(`testsrc2=s=320x240:r=25:d=${FILM_SECONDS},noise=alls=20:allf=t`),
    ...[...sine(440), ...sine(880), '-map', '0', '-map', '1', '-map', '2', ...X264, '-c:a', 'aac'],
  ],
  'film.mp4': (at) => ['-i', at('film.mkv'), '-map', '0', '-c', 'copy'],
  'grey.mp4': () => [...picture('color=0x808080:s=160x120'), ...sine(440), ...X264, '-c:a', 'aac'],
  'halves.mp4': () => [...source(HALVES), ...sine(440), ...X264, '-c:a', 'aac'],
  // A second of black, and one of white.
  'turning.mp4': () => [
    ...[...picture('color=black:s=160x120', 1), ...picture('color=white:s=160x120', 1)],
    ...['-filter_complex', '[0][1]concat', ...X264],
  ],
  'tone.wav': () => sound(`${TONE}|${TONE}`),
  'tone.flac': (at) => ['-i', at('tone.wav')],
  // It is as loud as speech, and as hard to encode as music.
  'noise.wav': () => [
    ...source(`anoisesrc=color=pink:seed=1:sample_rate=44100:duration=${SOUND_SECONDS}`),
    ...['-af', 'aformat=channel_layouts=stereo'],
  ],
  'halves.wav': () => sound(`0.2*sin(2*PI*if(lt(t,${SOUND_SECONDS / 2}),440,880)*t)`),
  'pauses.wav': (at) => ['-i', at('noise.wav'), '-af', "volume='if(lt(mod(t,1),0.5),0,1)':eval=frame"],
  // Quiet sound with clicks at full scale, as of a drum.
  'clicks.wav': () => sound('0.05*sin(2*PI*330*t)+if(lt(mod(t,1),0.01),0.9*sin(2*PI*900*t),0)'),
  'gap.flac': () => sound('if(between(t,0.5,1.5)+between(t,2,2.5),0.3*sin(2*PI*440*t),0)'),
  'silent.flac': () => sound('0'),
  // With tags.
  'old.mp3': () => [
    ...[...sound(TONE), '-metadata', 'title=Old', '-metadata', 'artist=Kept', '-metadata', 'date=1999'],
  ],
  'old.ogg': (at) => ['-i', at('old.mp3'), '-map_metadata', '0'],
  'two.mka': () => [
    ...[440, 880].flatMap((hz) => source(`sine=frequency=${hz}:duration=${SOUND_SECONDS}`)),
    ...['-map', '0', '-map', '1', '-c:a', 'aac'],
  ],
};

/** Files to try options on, and the engines that convert them. */
export class OptionFiles {
  private constructor(readonly converter: Converter) {}

  /**
   * Starts the engines and makes some of the files before all tests of a suite, and ends them after.
   *
   * @param names - in an order in which each is made of those before it
   * @returns the files, once they are there
   */
  static forAllTests(names: readonly string[]): () => OptionFiles {
    let files: OptionFiles;
    beforeAll(async () => {
      files = new OptionFiles(await createConverter(new URL('../../src/engines/', import.meta.url)));
      for (const name of names) {
        const recipe = RECIPES[name];
        if (!recipe) throw new Error(`no recipe for ${name}`);
        await makeMedia([...recipe(files.at), files.at(name)]);
      }
    });
    afterAll(() => files.converter.close());
    return () => files;
  }

  /** Path of a file. */
  readonly at = (name: string): string => join(this.converter.folder, name);

  /** Converts a file from the format that its name says. */
  convert(name: string, to: string, options: Options): Promise<Converted & { path: string }> {
    return convertNamed(this.converter, name, to, options);
  }
}
