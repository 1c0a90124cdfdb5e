import {
  lossOf,
  type MediaInfo,
  type MediaOptions,
  type MediaTrack,
  type SoundEncoder,
} from '@filemill/formats';
import type { ArgumentRequest } from './arguments.js';
import { type StreamPlan, videosOf } from './plan.js';

/** What makes a result of some size. */
interface Rates {
  readonly options: Pick<MediaOptions, 'bitrate' | 'audioBitrate' | 'videoBitrate' | 'bitrateMode'>;
  /** The share of their sides that pictures keep. */
  readonly shrink?: number;
  /** Lower rates are not possible. */
  readonly isSmallest: boolean;
}

/** What the size of a result is shared between. Of the plan only the kinds of its streams count. */
type RateRequest = Pick<ArgumentRequest, 'info' | 'container' | 'plan'> & { readonly options: MediaOptions };

/** The same request with the bit rates of a result of about this size. */
export function withRates<R extends RateRequest>(
  request: R,
  aimBytes: number,
  planOf: (options: MediaOptions) => StreamPlan,
): R & Pick<ArgumentRequest, 'shrink' | 'isSmallest'> {
  const { shrink, isSmallest, ...rates } = ratesFor(aimBytes, request);
  const options = { ...request.options, ...rates.options };
  const plan = planOf(options);
  const losses = [...plan.losses, ...shrinkLosses(shrink, request.info)];
  return { ...request, options, plan: { ...plan, losses }, shrink, isSmallest };
}

/** Headers and tags of a short file; measured on MP4, WebM and M4A of some seconds: 800 to 1,500. */
const HEADER_BYTES = 1_000;
/** What a container stores for each packet beside it: 8 in Matroska, 7 in ADTS, 12 in MP4. */
const PACKET_BYTES = 9;
/** Of AAC at 44.1 kHz; other codecs have some more or fewer. */
const SOUND_PACKETS_A_SECOND = 43;
/** Pictures a second of a film; its header does not say it. */
const USUAL_FPS = 30;
/** Of a recording that does not say its length: the search corrects it. */
const UNKNOWN_MS = 60_000;

/** The sound's share of a film, at most. */
const SOUND_SHARE = 0.15;
/** More is not heard beside pictures. */
const ENOUGH_KBPS_A_CHANNEL = 64;
/** The least of a stream of pictures. */
const LEAST_PICTURE_KBPS = 8;

/** With fewer bits for each pixel nothing is left but blocks, so that fewer pixels show more. */
const LEAST_BITS_A_PIXEL = 0.01;
/** What pixels get that are made fewer. */
const ENOUGH_BITS_A_PIXEL = 0.02;
/** The shorter side stays as long as this. */
const LEAST_SIDE_PX = 128;

/** The bit rates with which a result has about this size: those of its sound first, as pictures need the rest. */
export function ratesFor(aimBytes: number, request: RateRequest): Rates {
  const { info, plan, container, options } = request;
  const encoded = plan.streams.filter(({ track }) => !track.isCover);
  const sounds = encoded.filter(({ track }) => track.kind === 'audio');
  const pictures = container.video ? Math.max(1, encoded.filter(isPicture).length) : 0;
  const packets = sounds.length * SOUND_PACKETS_A_SECOND + pictures * (options.fps ?? USUAL_FPS);
  const { durationMs = UNKNOWN_MS } = info;
  const totalKbps = ((aimBytes - HEADER_BYTES) * 8) / durationMs - (packets * PACKET_BYTES * 8) / 1_000;
  const sound = container.audio.encoder;
  const longest = sounds[0]?.track;
  if (pictures === 0) {
    const bitrate = withinRates(sound, totalKbps / Math.max(1, sounds.length));
    const isSmallest = bitrate <= leastKbps(sound);
    return { options: { bitrate, ...(sound.holdsRate && { bitrateMode: 'average' }) }, isSmallest };
  }
  const usual = soundKbps(totalKbps / Math.max(1, sounds.length), sound, longest, options);
  const audioBitrate = sounds.length > 0 && sound.kbps ? usual : undefined;
  const left = (totalKbps - (audioBitrate ?? 0) * sounds.length) / pictures;
  const videoBitrate = rounded(Math.max(LEAST_PICTURE_KBPS, left));
  const isLeastSound = audioBitrate === undefined || audioBitrate <= leastKbps(sound);
  return {
    options: {
      videoBitrate,
      ...(audioBitrate !== undefined && {
        audioBitrate,
        ...(sound.holdsRate && options.bitrateMode === undefined && { bitrateMode: 'average' }),
      }),
    },
    shrink: shrinkFor(videoBitrate, info, options),
    isSmallest: left <= LEAST_PICTURE_KBPS && (isLeastSound || options.audioBitrate !== undefined),
  };
}

const isPicture = ({ track }: { readonly track: MediaTrack }): boolean => track.kind === 'video';

/** The loss of pixels that were made fewer. */
function shrinkLosses(shrink: number | undefined, info: MediaInfo): StreamPlan['losses'] {
  const widthPx = videosOf(info)[0]?.track.widthPx;
  if (shrink === undefined || widthPx === undefined) return [];
  return [lossOf('picture_downscaled', { limitPx: Math.floor((widthPx * shrink) / 2) * 2 })];
}

/** What a stream of sound beside pictures gets, if the user does not say it. */
function soundKbps(
  totalKbps: number,
  sound: SoundEncoder,
  track: MediaTrack | undefined,
  { audioBitrate, channels }: MediaOptions,
): number {
  if (audioBitrate !== undefined) return audioBitrate;
  const count = channels === 'mono' ? 1 : channels === 'stereo' ? 2 : (track?.channels ?? 2);
  return withinRates(sound, Math.min(totalKbps * SOUND_SHARE, count * ENOUGH_KBPS_A_CHANNEL));
}

const leastKbps = ({ kbps }: SoundEncoder): number =>
  kbps === undefined ? 0 : 'min' in kbps ? kbps.min : Math.min(...kbps);

/** The rate of an encoder that is next below the wanted one, or its lowest. */
function withinRates({ kbps, holdsRate }: SoundEncoder, wanted: number): number {
  if (kbps === undefined) return 0;
  if ('min' in kbps) return rounded(Math.min(kbps.max, Math.max(kbps.min, wanted)));
  const least = Math.min(...kbps);
  // As an average every rate is possible.
  if (holdsRate) return rounded(Math.min(Math.max(...kbps), Math.max(least, wanted)));
  return Math.max(least, ...kbps.filter((rate) => rate <= wanted));
}

/** As ffmpeg reads it. */
const rounded = (kbps: number): number => Math.round(kbps * 100) / 100;

/** The share of their sides that pictures keep; undefined: all of it. A size that the user has chosen stays. */
function shrinkFor(kbps: number, info: MediaInfo, options: MediaOptions): number | undefined {
  const { track } = videosOf(info)[0] ?? {};
  if (!track?.widthPx || !track.heightPx || options.width !== undefined || options.height !== undefined)
    return undefined;
  const width = Math.min(track.widthPx, options.cropWidth ?? track.widthPx);
  const height = Math.min(track.heightPx, options.cropHeight ?? track.heightPx);
  const bitsAPixel = (kbps * 1_000) / (width * height * (options.fps ?? USUAL_FPS));
  if (bitsAPixel >= LEAST_BITS_A_PIXEL) return undefined;
  const share = Math.max(
    Math.sqrt(bitsAPixel / ENOUGH_BITS_A_PIXEL),
    LEAST_SIDE_PX / Math.min(width, height),
  );
  return share < 1 ? share : undefined;
}
