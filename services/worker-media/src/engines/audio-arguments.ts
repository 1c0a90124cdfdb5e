import type { AudioTracks, MediaTrack, SoundEncoder } from '@filemill/formats';
import { withSpecifier } from './specifier.js';

/** The source of an encoded audio stream, and what the output can hold. */
export interface AudioTarget {
  readonly track: MediaTrack;
  readonly limits: AudioTracks;
  /** 1 to 100; absent: depends on the source. */
  readonly quality?: number;
  /** See the field of the same name in the container's declaration. */
  readonly storesNoTimes?: boolean;
}

/** Timestamps that count the samples: in a format without timestamps they show how much audio was written. */
const TIMES_BY_SAMPLES = 'asetpts=N/SR/TB';

/** Speaker layouts that encoders support; a film's 5.1(side) is one of them under another name. */
const USUAL_LAYOUTS = 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1';

/**
 * Arguments that encode one audio stream.
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
    // Integer ratios keep the resampler exact.
    args.push(`-ar:${specifier}`, sampleRateHz % 44_100 === 0 ? '44100' : `${maxSampleRateHz}`);
  }
  if (filters.length > 0) args.push(`-filter:${specifier}`, filters.join(','));
  return args;
}
