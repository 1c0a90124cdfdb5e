import { declared } from '@filemill/formats/testing';
import { bytesOf, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { makeMedia, runProgram } from '../media-files.js';
import { FILM_LOOKS } from './film.js';
import { readerOf } from './shared.js';
import { SOUND_LOOKS } from './sound.js';
import { TRACK_LOOKS } from './tracks.js';

/** What each setting of sound and films does, as ffprobe, mediainfo and other programs see it. */
export const MEDIA_LOOKS: Readonly<Record<string, OptionLook>> = {
  ...SOUND_LOOKS,
  ...FILM_LOOKS,
  ...TRACK_LOOKS,
};

/** Decodes a whole result. */
export async function openMedia(path: string, format: string): Promise<unknown> {
  if (declared.format(format)?.write?.bundle) return runProgram('unzip', ['-tq', path]);
  if (format === 'webp') return runProgram('webpmux', ['-info', path]);
  if (declared.format(format)?.category !== 'audio' && declared.format(format)?.category !== 'video')
    return expect(bytesOf({ path })).toBeGreaterThan(0);
  return makeMedia([...readerOf(format), '-xerror', '-i', path, '-f', 'null', '-']);
}

export { HEIGHT_PX, LONG_SECONDS, SECONDS, TONE_HZ, WIDTH_PX } from './shared.js';
