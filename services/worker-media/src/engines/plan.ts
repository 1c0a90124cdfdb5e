import { AppError } from '@filemill/errors';
import {
  type AudioTracks,
  type FfmpegWrite,
  holdsOnlyText,
  isLossless,
  type Loss,
  type LossCode,
  type LossParams,
  lossOf,
  type MediaInfo,
  type MediaOptions,
  type MediaTrack,
  type PictureEncoder,
  type SoundEncoder,
  type SubtitleTracks,
} from '@filemill/formats';
import { changesPictures, changesSound } from './edits.js';
import { MAX_FRAME_RATE } from './limits.js';

/** The encoder of a stream, by its kind. */
type Encoding =
  | { readonly picture: PictureEncoder }
  | {
      readonly sound: SoundEncoder;
      /** The source as the user wants it: its rate, channels and depth. */
      readonly wanted: MediaTrack;
      /** The speakers, if there are fewer than in the source. */
      readonly mixesTo?: 'mono' | 'stereo';
    }
  | { readonly text: SubtitleTracks['encoder'] };

/** One stream of the output and its source. */
export interface PlannedStream {
  readonly track: MediaTrack;
  /** ffmpeg's specifier in the input, such as `0:a:1`. */
  readonly source: string;
  /** Absent: the stream is copied. */
  readonly encoding?: Encoding;
}

/** How each stream of the input is handled, decided before any argument is built. */
export interface StreamPlan {
  /** In the order of the output: video, audio, subtitles, cover. */
  readonly streams: readonly PlannedStream[];
  readonly losses: readonly Loss[];
}

/** What a plan depends on. */
interface PlanRequest {
  readonly info: MediaInfo;
  readonly container: FfmpegWrite;
  /** False if the user requests a quality, or if copying has just failed. */
  readonly canCopy: boolean;
  readonly options: MediaOptions;
}

/** ffmpeg's codecs of subtitles that are text. */
export const TEXT_SUBTITLES = new Set(['subrip', 'ass', 'webvtt', 'mov_text', 'text', 'ttml', 'microdvd']);

/** Copies, encodes or drops each stream, depending on what the container can hold; drops are reported. */
export function planStreams(request: PlanRequest): StreamPlan {
  const parts = [planVideo(request), planAudio(request), planSubtitles(request), planCover(request)];
  return {
    streams: parts.flatMap((part) => part.streams),
    losses: [
      ...parts.flatMap((part) => part.losses),
      ...attachmentLosses(request.info),
      ...lossIf(
        request.info.hasChapters === true &&
          !request.container.holdsChapters &&
          request.options.chapters !== 'drop' &&
          request.options.metadata !== 'strip',
        'chapters_dropped',
      ),
    ],
  };
}

const LETTERS = { video: 'v', audio: 'a', subtitle: 's' } as const;

/** A stream and ffmpeg's specifier for it. */
type Numbered = Pick<PlannedStream, 'track' | 'source'>;

/** Streams of one kind with ffmpeg's specifier for each. */
export const tracksOf = (info: MediaInfo, kind: keyof typeof LETTERS): Numbered[] =>
  info.tracks
    .filter((track) => track.kind === kind)
    .map((track, index) => ({ track, source: `0:${LETTERS[kind]}:${index}` }));

/**
 * The one stream that the user wants, or all.
 *
 * @param number - from 1
 * @throws {AppError} OPTION_INVALID naming how many there are
 */
export function pickTrack(
  all: readonly Numbered[],
  number: number | undefined,
  field: string,
): readonly Numbered[] {
  if (number === undefined) return all;
  const picked = all[number - 1];
  if (picked) return [picked];
  const rule = all.length === 0 ? 'left out: the file has none' : `1 to ${all.length}: the file has no more`;
  throw new AppError('OPTION_INVALID', { field, rule });
}

/** Video streams without covers, which ffmpeg numbers among them. */
export const videosOf = (info: MediaInfo) => tracksOf(info, 'video').filter(({ track }) => !track.isCover);
/** Cover pictures, which ffmpeg numbers among the video streams. */
export const coversOf = (info: MediaInfo) => tracksOf(info, 'video').filter(({ track }) => track.isCover);

function planVideo({ info, container, canCopy, options }: PlanRequest): StreamPlan {
  const all = videosOf(info);
  const { video } = container;
  if (!video) return { streams: [], losses: [] };
  const kept = all.slice(0, video.maxTracks);
  const streams = kept.map(({ track, source }) => {
    const isUpright = !track.rotationDegrees || video.holdsRotation;
    const copies = canCopy && !changesPictures(options) && video.copies.includes(track.codec) && isUpright;
    return copies ? { track, source } : { track, source, encoding: { picture: video.encoder } };
  });
  const encoded = streams.filter((stream) => 'encoding' in stream).map((stream) => stream.track);
  const { palette, maxWidthPx } = video.encoder;
  return {
    streams,
    losses: [
      ...dropped('video_tracks_dropped', all.length - kept.length),
      ...lossIf(palette !== undefined && encoded.length > 0, 'colours_reduced'),
      ...(maxWidthPx === undefined
        ? []
        : lossIf(
            options.width === undefined &&
              options.height === undefined &&
              encoded.some(({ widthPx = 0 }) => widthPx > maxWidthPx),
            'picture_downscaled',
            { limitPx: maxWidthPx },
          )),
      ...lossIf(
        encoded.some((track) => track.transfer),
        'hdr_converted',
      ),
      ...lossIf(
        encoded.some((track) => (track.componentBits ?? 8) > depthOf(video.encoder, options)),
        'colour_depth_reduced',
      ),
    ],
  };
}

/** Bits of a colour that the output keeps; a depth that was asked for is no loss. */
const depthOf = ({ pixelFormat = '' }: PictureEncoder, { colourDepth }: MediaOptions): number =>
  colourDepth === 8 ? Number.POSITIVE_INFINITY : (colourDepth ?? (pixelFormat.includes('10') ? 10 : 8));

function planAudio({ info, container, canCopy, options }: PlanRequest): StreamPlan {
  // Sound is not expected in a text.
  if (holdsOnlyText(container) || options.sound === 'drop') return { streams: [], losses: [] };
  const all = pickTrack(tracksOf(info, 'audio'), options.audioTrack, 'audioTrack');
  const { audio } = container;
  const kept = all.slice(0, audio.maxTracks);
  const streams = kept.map(({ track, source }) => {
    // A quality has no effect on a lossless encoder.
    const isKept = (canCopy || isLossless(track)) && !changesSound(options);
    const copies = isKept && audio.copies.includes(track.codec);
    return copies ? { track, source } : { track, source, encoding: encodingOf(track, audio, options) };
  });
  const encoded = streams.filter((stream) => 'encoding' in stream).map((stream) => stream.track);
  return {
    streams,
    losses: [
      ...dropped('audio_tracks_dropped', all.length - kept.length),
      ...lossIf(
        options.channels === undefined && encoded.some(({ channels = 0 }) => channels > audio.maxChannels),
        audio.maxChannels === 1 ? 'channels_mixed_to_mono' : 'channels_downmixed',
      ),
      ...lossIf(
        options.sampleRate === undefined &&
          encoded.some(({ sampleRateHz = 0 }) => sampleRateHz > audio.maxSampleRateHz),
        'sample_rate_reduced',
        { limitKhz: audio.maxSampleRateHz / 1000 },
      ),
      ...lossIf(
        options.bitDepth === undefined &&
          encoded.some(({ sampleBits = 0 }) => sampleBits > (audio.encoder.maxSampleBits ?? sampleBits)),
        'sample_depth_reduced',
        { limitBits: audio.encoder.maxSampleBits ?? 0 },
      ),
    ],
  };
}

const CHANNELS = { mono: 1, stereo: 2 } as const;

function encodingOf(
  track: MediaTrack,
  { encoder, maxChannels }: AudioTracks,
  options: MediaOptions,
): Encoding {
  const { sampleRate, bitDepth } = options;
  const channels = options.channels === undefined ? track.channels : CHANNELS[options.channels];
  const isMixedDown = channels !== undefined && channels > maxChannels;
  return {
    sound: encoder,
    wanted: {
      ...track,
      ...(channels !== undefined && { channels }),
      ...(sampleRate !== undefined && { sampleRateHz: sampleRate }),
      ...(bitDepth !== undefined && { codec: `pcm_s${bitDepth}le`, sampleBits: bitDepth }),
    },
    ...(isMixedDown && { mixesTo: maxChannels === 1 ? 'mono' : 'stereo' }),
  };
}

function planSubtitles({ info, container, options }: PlanRequest): StreamPlan {
  const { video } = container;
  // Their times cannot be changed.
  const hasTimes = (options.speed ?? 1) === 1 && !options.reverse;
  const subtitles = hasTimes ? container.subtitles : undefined;
  // Subtitles are not expected in an audio file.
  if ((!video && !container.subtitles) || options.subtitles === 'drop') return { streams: [], losses: [] };
  const possible: PlannedStream[] = [];
  const drawn = tracksOf(info, 'subtitle')[(options.burnSubtitles ?? 0) - 1];
  const all = pickTrack(tracksOf(info, 'subtitle'), options.subtitleTrack, 'subtitleTrack').filter(
    ({ source }) => source !== drawn?.source,
  );
  for (const { track, source } of all) {
    if (subtitles?.copies.includes(track.codec)) possible.push({ track, source });
    else if (subtitles && TEXT_SUBTITLES.has(track.codec))
      possible.push({ track, source, encoding: { text: subtitles.encoder } });
  }
  const streams = possible.slice(0, subtitles?.maxTracks);
  const losesStyle = streams.some(({ track, encoding }) => track.codec === 'ass' && encoding);
  return {
    streams,
    losses: [
      ...dropped(video ? 'subtitles_dropped' : 'subtitle_tracks_dropped', all.length - streams.length),
      ...lossIf(losesStyle, 'subtitle_styles_dropped'),
    ],
  };
}

function planCover({ info, container, options }: PlanRequest): StreamPlan {
  if (options.cover === 'drop') return { streams: [], losses: [] };
  const all = coversOf(info);
  const [first] = all;
  // Audio that becomes video shows its cover as the picture.
  if (!first || (container.video && videosOf(info).length === 0)) return { streams: [], losses: [] };
  const holds = container.covers.includes(first.track.codec);
  return {
    streams: holds ? [first] : [],
    losses: dropped('cover_dropped', all.length - (holds ? 1 : 0)),
  };
}

const attachmentLosses = (info: MediaInfo): Loss[] =>
  dropped('attachments_dropped', info.tracks.filter((track) => track.kind === 'attachment').length);

/** A few pictures are also dropped where two have nearly the same time. */
const FEW_PICTURES = 0.02;

/** The loss of pictures that came faster than the output can show them. */
export function frameRateLosses(
  { video }: FfmpegWrite,
  { pictures = 0, dropped: missing = 0 }: { readonly pictures?: number; readonly dropped?: number },
): readonly Loss[] {
  const { frameRate, maxFrameRate = MAX_FRAME_RATE } = video?.encoder ?? {};
  const limitFps = frameRate ?? maxFrameRate;
  return lossIf(missing > (pictures + missing) * FEW_PICTURES, 'frame_rate_reduced', { limitFps });
}

const dropped = (code: LossCode, count: number): Loss[] => lossIf(count > 0, code, { count });

const lossIf = (isLost: boolean, code: LossCode, params: LossParams = {}): Loss[] =>
  isLost ? [lossOf(code, params)] : [];
