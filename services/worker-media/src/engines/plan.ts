import { type Loss, type LossCode, type LossParams, lossOf } from '@filemill/catalogue';
import type { MediaInfo, MediaTrack } from '@filemill/inspect';
import type { AudioEncoder, Container, SubtitleEncoder, VideoEncoder } from './containers.js';

export type Encoder = VideoEncoder | AudioEncoder | SubtitleEncoder;

/** One stream of the output and how it comes about. */
export interface PlannedStream {
  readonly track: MediaTrack;
  /** ffmpeg's specifier in the input, such as `0:a:1`. */
  readonly source: string;
  /** Absent: the stream is copied. */
  readonly encoder?: Encoder;
}

/** What is made of each stream of the input, decided before any argument is built. */
export interface Plan {
  /** In the order of the output: pictures, sound, subtitles, cover. */
  readonly streams: readonly PlannedStream[];
  readonly losses: readonly Loss[];
}

export interface PlanRequest {
  readonly info: MediaInfo;
  readonly container: Container;
  /** False when the user asks for a quality, or copying has just failed. */
  readonly canCopy: boolean;
}

const TEXT_SUBTITLES = new Set(['subrip', 'ass', 'webvtt', 'mov_text', 'text', 'ttml', 'microdvd']);
/** Codecs that keep every bit; what they hold is encoded at its own depth where the target can. */
const LOSSLESS = /^(pcm_|flac$|alac$|tta$|wavpack$|truehd$|wmalossless$|ffv1$)/;

export const isLossless = ({ codec }: MediaTrack): boolean => LOSSLESS.test(codec);

/** The table at work: per stream copy, encode, or drop with a word to the user. */
export function planStreams(request: PlanRequest): Plan {
  const parts = [planVideo(request), planAudio(request), planSubtitles(request), planCover(request)];
  return {
    streams: parts.flatMap((part) => part.streams),
    losses: [...parts.flatMap((part) => part.losses), ...attachmentLosses(request.info)],
  };
}

/** Streams of one kind with ffmpeg's specifier for each. */
function numbered(info: MediaInfo, kind: MediaTrack['kind'], letter: string) {
  return info.tracks
    .filter((track) => track.kind === kind)
    .map((track, index) => ({ track, source: `0:${letter}:${index}` }));
}

/** Moving pictures; covers are numbered among them and left out. */
export const videosOf = (info: MediaInfo) =>
  numbered(info, 'video', 'v').filter(({ track }) => !track.isCover);
export const coversOf = (info: MediaInfo) =>
  numbered(info, 'video', 'v').filter(({ track }) => track.isCover);

function planVideo({ info, container, canCopy }: PlanRequest): Plan {
  const all = videosOf(info);
  const { video } = container;
  if (!video) return { streams: [], losses: [] };
  const kept = all.slice(0, video.maxTracks);
  const streams = kept.map(({ track, source }) => {
    const isUpright = !track.rotationDegrees || video.holdsRotation;
    const copies = canCopy && video.copies.includes(track.codec) && isUpright;
    return copies ? { track, source } : { track, source, encoder: video.encoder };
  });
  const encoded = streams.filter((stream) => stream.encoder).map((stream) => stream.track);
  return {
    streams,
    losses: [
      ...dropped('video_tracks_dropped', all.length - kept.length),
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

function planAudio({ info, container, canCopy }: PlanRequest): Plan {
  const all = numbered(info, 'audio', 'a');
  const { audio } = container;
  const kept = all.slice(0, audio.maxTracks);
  const streams = kept.map(({ track, source }) => {
    // A quality makes no difference to what keeps every bit.
    const copies = (canCopy || isLossless(track)) && audio.copies.includes(track.codec);
    return copies ? { track, source } : { track, source, encoder: audio.encoder };
  });
  const encoded = streams.filter((stream) => 'encoder' in stream).map((stream) => stream.track);
  return {
    streams,
    losses: [
      ...dropped('audio_tracks_dropped', all.length - kept.length),
      ...lossIf(
        encoded.some(({ channels = 0 }) => channels > audio.maxChannels),
        'channels_downmixed',
      ),
      ...lossIf(
        encoded.some(({ sampleRateHz = 0 }) => sampleRateHz > audio.maxSampleRateHz),
        'sample_rate_reduced',
        { limitKhz: audio.maxSampleRateHz / 1000 },
      ),
      ...lossIf(
        encoded.some((track) => (track.sampleBits ?? 0) > 24) && ['flac', 'alac'].includes(audio.encoder),
        'sample_depth_reduced',
      ),
    ],
  };
}

function planSubtitles({ info, container }: PlanRequest): Plan {
  // Nobody expects subtitles in a sound file.
  if (!container.video) return { streams: [], losses: [] };
  const { subtitles } = container;
  const streams: PlannedStream[] = [];
  const all = numbered(info, 'subtitle', 's');
  for (const { track, source } of all) {
    if (subtitles?.copies.includes(track.codec)) streams.push({ track, source });
    else if (subtitles && TEXT_SUBTITLES.has(track.codec))
      streams.push({ track, source, encoder: subtitles.encoder });
  }
  const losesStyle = streams.some(({ track, encoder }) => track.codec === 'ass' && encoder);
  return {
    streams,
    losses: [
      ...dropped('subtitles_dropped', all.length - streams.length),
      ...lossIf(losesStyle, 'subtitle_styles_dropped'),
    ],
  };
}

function planCover({ info, container }: PlanRequest): Plan {
  const all = coversOf(info);
  const [first] = all;
  // Sound that becomes video shows its cover as the picture.
  if (!first || (container.video && videosOf(info).length === 0)) return { streams: [], losses: [] };
  const holds = container.covers.includes(first.track.codec);
  return {
    streams: holds ? [first] : [],
    losses: dropped('cover_dropped', all.length - (holds ? 1 : 0)),
  };
}

const attachmentLosses = (info: MediaInfo): Loss[] =>
  dropped('attachments_dropped', info.tracks.filter((track) => track.kind === 'attachment').length);

const dropped = (code: LossCode, count: number): Loss[] => lossIf(count > 0, code, { count });

const lossIf = (isLost: boolean, code: LossCode, params: LossParams = {}): Loss[] =>
  isLost ? [lossOf(code, params)] : [];
