import {
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
  | { readonly sound: SoundEncoder }
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
const TEXT_SUBTITLES = new Set(['subrip', 'ass', 'webvtt', 'mov_text', 'text', 'ttml', 'microdvd']);

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
          request.options.metadata !== 'strip',
        'chapters_dropped',
      ),
    ],
  };
}

/** Streams of one kind with ffmpeg's specifier for each. */
function numbered(info: MediaInfo, kind: MediaTrack['kind'], letter: string) {
  return info.tracks
    .filter((track) => track.kind === kind)
    .map((track, index) => ({ track, source: `0:${letter}:${index}` }));
}

/** Video streams without covers, which ffmpeg numbers among them. */
export const videosOf = (info: MediaInfo) =>
  numbered(info, 'video', 'v').filter(({ track }) => !track.isCover);
/** Cover pictures, which ffmpeg numbers among the video streams. */
export const coversOf = (info: MediaInfo) =>
  numbered(info, 'video', 'v').filter(({ track }) => track.isCover);

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
        encoded.some((track) => (track.componentBits ?? 8) > 8),
        'colour_depth_reduced',
      ),
    ],
  };
}

function planAudio({ info, container, canCopy, options }: PlanRequest): StreamPlan {
  // Sound is not expected in a text.
  if (holdsOnlyText(container) || options.sound === 'drop') return { streams: [], losses: [] };
  const all = numbered(info, 'audio', 'a');
  const { audio } = container;
  const kept = all.slice(0, audio.maxTracks);
  const streams = kept.map(({ track, source }) => {
    // A quality has no effect on a lossless encoder.
    const isKept = (canCopy || isLossless(track)) && !changesSound(options);
    const copies = isKept && audio.copies.includes(track.codec);
    return copies ? { track, source } : { track, source, encoding: { sound: audio.encoder } };
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
        encoded.some(({ sampleRateHz = 0 }) => sampleRateHz > audio.maxSampleRateHz),
        'sample_rate_reduced',
        { limitKhz: audio.maxSampleRateHz / 1000 },
      ),
      ...lossIf(
        encoded.some(({ sampleBits = 0 }) => sampleBits > (audio.encoder.maxSampleBits ?? sampleBits)),
        'sample_depth_reduced',
        { limitBits: audio.encoder.maxSampleBits ?? 0 },
      ),
    ],
  };
}

function planSubtitles({ info, container, options }: PlanRequest): StreamPlan {
  const { video } = container;
  // Their times cannot be changed.
  const subtitles = (options.speed ?? 1) === 1 ? container.subtitles : undefined;
  // Subtitles are not expected in an audio file.
  if ((!video && !container.subtitles) || options.subtitles === 'drop') return { streams: [], losses: [] };
  const possible: PlannedStream[] = [];
  const all = numbered(info, 'subtitle', 's');
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
