import type { AudioTracks, MediaTrack, SoundEncoder } from '@filemill/formats';
import { withSpecifier } from './specifier.js';

export interface AudioTarget {
  readonly track: MediaTrack;
  readonly limits: AudioTracks;
  /** 1 to 100; absent: by what the source needs. */
  readonly quality?: number;
}

/** Arrangements of loudspeakers that encoders know; a film's 5.1(side) is one of them by another name. */
const USUAL_LAYOUTS = 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1';

/**
 * Arguments that encode one stream of sound.
 *
 * @param specifier - of the stream in the output, such as `a:0`
 */
export function audioArguments(encoder: SoundEncoder, target: AudioTarget, specifier: string): string[] {
  const { track, limits, quality } = target;
  const { maxChannels, maxSampleRateHz } = limits;
  const args = withSpecifier(encoder.args({ track, maxChannels, quality }), specifier);
  const { channels = 0, sampleRateHz = 0 } = track;
  if (channels > maxChannels) args.push(`-ac:${specifier}`, '2');
  else if (channels > 2 && !encoder.takesAnyLayout) args.push(`-filter:${specifier}`, USUAL_LAYOUTS);
  if (sampleRateHz > maxSampleRateHz) {
    // Whole ratios keep the resampler exact.
    args.push(`-ar:${specifier}`, sampleRateHz % 44_100 === 0 ? '44100' : `${maxSampleRateHz}`);
  }
  return args;
}
