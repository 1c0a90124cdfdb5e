import type { AudioTracks, MediaTrack, SoundEncoder } from '@filemill/formats';
import { withSpecifier } from './specifier.js';

export interface AudioTarget {
  readonly track: MediaTrack;
  readonly limits: AudioTracks;
  /** 1 to 100; absent: by what the source needs. */
  readonly quality?: number;
  /** Of the container: see there. */
  readonly storesNoTimes?: boolean;
}

/** Times that count the samples themselves: where none are stored, these say how much sound was written. */
const TIMES_BY_SAMPLES = 'asetpts=N/SR/TB';

/** Arrangements of loudspeakers that encoders know; a film's 5.1(side) is one of them by another name. */
const USUAL_LAYOUTS = 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1';

/**
 * Arguments that encode one stream of sound.
 *
 * @param specifier - of the stream in the output, such as `a:0`
 */
export function audioArguments(encoder: SoundEncoder, target: AudioTarget, specifier: string): string[] {
  const { track, limits, quality, storesNoTimes } = target;
  const { maxChannels, maxSampleRateHz } = limits;
  const args = withSpecifier(encoder.args({ track, maxChannels, quality }), specifier);
  const { channels = 0, sampleRateHz = 0 } = track;
  const isMixedDown = channels > maxChannels;
  if (isMixedDown) args.push(`-ac:${specifier}`, '2');
  const filters = [
    ...(storesNoTimes ? [TIMES_BY_SAMPLES] : []),
    ...(channels > 2 && !isMixedDown && !encoder.takesAnyLayout ? [USUAL_LAYOUTS] : []),
  ];
  if (sampleRateHz > maxSampleRateHz) {
    // Whole ratios keep the resampler exact.
    args.push(`-ar:${specifier}`, sampleRateHz % 44_100 === 0 ? '44100' : `${maxSampleRateHz}`);
  }
  if (filters.length > 0) args.push(`-filter:${specifier}`, filters.join(','));
  return args;
}
