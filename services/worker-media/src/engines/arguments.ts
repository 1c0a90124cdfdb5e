import { AppError } from '@filemill/errors';
import {
  chosenEncoders,
  type Facts,
  type FfmpegWrite,
  type FormatSpec,
  type MediaInfo,
  type MediaOptions,
} from '@filemill/formats';
import { pictureFilters, soundFilters } from './edits.js';
import { type PlannedStream, type StreamPlan, videosOf } from './plan.js';
import type { WrittenLength } from './progress.js';
import {
  audioArguments,
  audioPictureGraph,
  PICTURE_LABEL,
  pictureEncoderArguments,
  videoArguments,
} from './stream-arguments.js';

/** What ffmpeg's arguments depend on. */
export interface ArgumentRequest {
  readonly info: MediaInfo;
  readonly container: FfmpegWrite;
  readonly plan: StreamPlan;
  readonly quality?: number;
  /** As the format of the input says. */
  readonly showsPicturesLate?: boolean;
  /** Validated by the schema of the format. */
  readonly options?: Readonly<Record<string, unknown>> & MediaOptions;
  /** Filters that bring a sound to its loudness, by its place in the input. */
  readonly levels?: ReadonlyMap<string, readonly string[]>;
  /** Filter that draws subtitles. */
  readonly letters?: string;
  /** The user's tags are the second input. */
  readonly hasTags?: boolean;
  /** The share of their sides that pictures keep, for a size of the file. */
  readonly shrink?: number;
  /** No lower rates are possible. */
  readonly isSmallest?: boolean;
}

/**
 * Whether the start is cut by a filter of the sound: exact in every format, and quick enough for sound alone. A picture
 * that is drawn needs the sound as it comes.
 */
export const cutsSamples = ({ info, container }: Pick<ArgumentRequest, 'info' | 'container'>): boolean =>
  container.video === undefined && videosOf(info).length === 0;

const LETTERS = { video: 'v', audio: 'a', subtitle: 's', attachment: 't', data: 'd' } as const;

/** Whether the video has to be made from the audio. */
const drawsVideo = ({ info, container }: Pick<ArgumentRequest, 'info' | 'container'>): boolean =>
  container.video !== undefined && videosOf(info).length === 0;

/** All arguments between the input and the name of the output. */
export function outputArguments(request: ArgumentRequest): string[] {
  const { container, plan } = request;
  const picture = drawsVideo(request) ? drawnPicture(request) : [];
  const counts = new Map<string, number>();
  if (picture.length > 0) counts.set('v', 1);
  const streams = plan.streams.flatMap((stream) => {
    const letter = LETTERS[stream.track.kind];
    const index = counts.get(letter) ?? 0;
    counts.set(letter, index + 1);
    return ['-map', stream.source, ...streamArguments(stream, `${letter}:${index}`, request)];
  });
  const ofOptions = container.args?.(request.options ?? {}) ?? [];
  const { loop = 0 } = request.options ?? {};
  const ofMuxer = (loop > 0 ? container.playsArgs?.(loop) : container.muxerArgs) ?? [];
  return [...picture, ...streams, ...ofOptions, ...metadataArguments(request), ...ofMuxer];
}

function drawnPicture({ info, container, plan, quality, options = {} }: ArgumentRequest): string[] {
  const encoder = container.video?.encoder;
  if (!encoder) return [];
  const sound = soundFilters(options, info.durationMs, false);
  // They are drawn from sound that has been changed already.
  const pictures = pictureFilters({ ...options, speed: 1, reverse: false }, info.durationMs, true);
  const source = plan.streams.find(({ track }) => track.kind === 'audio')?.source ?? '0:a:0';
  const graph = audioPictureGraph(info, sound, pictures, { encoder, options, source });
  return [
    ...['-filter_complex', graph, '-map', PICTURE_LABEL],
    ...pictureEncoderArguments(encoder, quality, options, 'v:0'),
    ...tagOfHevc(encoder.codec, 'v:0', container),
  ];
}

/** The filters of one sound, up to those of the encoder. @param mixesTo - the speakers that it has room for */
export const soundChain = (
  options: MediaOptions,
  lengthMs: number | undefined,
  cuts: boolean,
  mixesTo?: 'mono' | 'stereo',
): string[] => [
  ...soundFilters(options, lengthMs, cuts),
  // It is measured as it will be heard.
  ...(options.loudness !== undefined && mixesTo ? [`aformat=channel_layouts=${mixesTo}`] : []),
];

function streamArguments(stream: PlannedStream, specifier: string, request: ArgumentRequest): string[] {
  const { track, encoding } = stream;
  const { container, quality, showsPicturesLate, options = {}, info } = request;
  if (!encoding) return [`-c:${specifier}`, 'copy', ...copyArguments(stream, specifier, container)];
  const { audio: limits, storesNoTimes } = container;
  if ('picture' in encoding) {
    const startsAtOnce = storesNoTimes || showsPicturesLate;
    const edits = { options, lengthMs: info.durationMs, letters: request.letters, shrink: request.shrink };
    return [
      ...videoArguments(encoding.picture, { track, quality, startsAtOnce, ...edits }, specifier),
      ...tagOfHevc(encoding.picture.codec, specifier, container),
    ];
  }
  if ('sound' in encoding) {
    const { sound, wanted, mixesTo } = encoding;
    const edits = [
      ...soundChain(options, info.durationMs, cutsSamples(request), mixesTo),
      ...(request.levels?.get(stream.source) ?? []),
    ];
    return audioArguments(
      sound,
      { track, wanted, quality, limits, storesNoTimes, edits, options },
      specifier,
    );
  }
  return [`-c:${specifier}`, encoding.text];
}

function copyArguments({ track }: PlannedStream, specifier: string, container: FfmpegWrite): string[] {
  if (track.isCover) return [`-disposition:${specifier}`, 'attached_pic'];
  return tagOfHevc(track.codec, specifier, container);
}

/** Apple's players recognise HEVC only by this tag. */
const tagOfHevc = (codec: string, specifier: string, { muxer }: FfmpegWrite): string[] =>
  codec === 'hevc' && (muxer === 'mp4' || muxer === 'mov') ? [`-tag:${specifier}`, 'hvc1'] : [];

/** Of the file. */
const NO_METADATA = ['-map_metadata', '-1'];
/** Of its streams and chapters. */
const NO_DETAILS = ['-map_metadata:s', '-1', '-map_chapters', '-1'];
const USERS_TAGS = ['-map_metadata', '1:g'];
/** Muxers that take the tags of the first stream before those of the file. */
const TAGS_IN_STREAM = new Set(['ogg', 'ogv', 'opus', 'spx']);

/** Ogg keeps its tags in the stream, all others in the file. Of two sources of one tag the first one is taken. */
function metadataArguments({ info: { tracks }, container, options, hasTags }: ArgumentRequest): string[] {
  const users = hasTags ? USERS_TAGS : [];
  if (options?.metadata === 'strip') return [...(hasTags ? users : NO_METADATA), ...NO_DETAILS];
  const isOgg = tracks.some(({ codec }) => codec === 'vorbis' || codec === 'opus' || codec === 'speex');
  const isInStream = isOgg && tracks.every(({ kind, isCover }) => kind === 'audio' || isCover);
  const inStream = hasTags && TAGS_IN_STREAM.has(container.muxer);
  return [
    ...users,
    ...(isInStream ? ['-map_metadata', '0:s:a:0'] : hasTags ? ['-map_metadata', '0:g'] : []),
    ...(inStream ? ['-map_metadata:s:a:0', '1:g', '-map_metadata:s:a:0', '0:s:a:0'] : []),
    ...(options?.chapters === 'drop' ? ['-map_chapters', '-1'] : []),
  ];
}

/** The streams that the header of the output must contain. */
export function expectedStreams(request: ArgumentRequest): Pick<Facts, 'streams'> {
  const { container, plan } = request;
  const drawn = drawsVideo(request)
    ? [{ kind: 'video' as const, codec: container.video?.encoder.codec ?? '' }]
    : [];
  const streams = plan.streams.map(({ track, encoding }) => ({
    kind: track.isCover ? ('other' as const) : (track.kind as 'video' | 'audio' | 'subtitle'),
    codec: expectedCodec({ track, encoding }),
  }));
  return { streams: [...drawn, ...streams] };
}

/**
 * ffmpeg's time lags behind the pictures that it has written: by the last one, and by those that wait because they are
 * shown in another order.
 */
const LAGGING_PICTURES = 4;
/** A shorter lag than this is not noticed by a length check. */
const TOLERATED_LAG_MS = 1_000;
const TOLERATED_LAG = 0.05;

/**
 * Possible lengths of the output: the length in the header of the input, which may be wrong, or the time that ffmpeg
 * reached. Empty if neither is known.
 */
export function possibleLengths(
  request: ArgumentRequest,
  { ms, pictures }: Pick<WrittenLength, 'ms' | 'pictures'>,
): number[] {
  const { container, info, plan } = request;
  const { durationMs, isDurationEstimated } = info;
  // Copied packets may have gaps in their timestamps, which a container without timestamps does not keep.
  const isGapless = !container.storesNoTimes || plan.streams.some(({ encoding }) => encoding);
  if (durationMs === undefined || isDurationEstimated || !isGapless) return [];
  const lengthsMs = ms === undefined ? [durationMs] : [durationMs, ms];
  const longestMs = Math.max(...lengthsMs);
  // Four pictures of a slide show are a long time.
  const lagMs = container.video && pictures ? (LAGGING_PICTURES * longestMs) / pictures : 0;
  return lagMs > Math.max(TOLERATED_LAG_MS, longestMs * TOLERATED_LAG) ? [] : lengthsMs;
}

function expectedCodec({ track, encoding }: Pick<PlannedStream, 'track' | 'encoding'>): string {
  if (!encoding) return track.codec;
  if ('picture' in encoding) return encoding.picture.codec;
  return 'sound' in encoding ? encoding.sound.codec(encoding.wanted) : encoding.text;
}

/**
 * Options before `-i`: the demuxer is forced, may open nothing of another kind (ffmpeg treats playlists and scripts
 * like any other demuxer), and no address.
 *
 * @param media - the known facts of the file
 */
export function inputArguments(format: FormatSpec, media: MediaInfo = { tracks: [] }): string[] {
  const read = format.read?.ffmpeg;
  if (!read) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  const names = read.demuxerNames ?? read.demuxer;
  const forced = ['-protocol_whitelist', 'file', '-format_whitelist', names, '-f', read.demuxer];
  return [...forced, ...(read.args?.(media) ?? [])];
}

/** What an output may hold with these options. @throws {AppError} UNSUPPORTED_FORMAT if ffmpeg does not write it */
export function containerOf(format: FormatSpec, options: Readonly<Record<string, unknown>>): FfmpegWrite {
  const write: FfmpegWrite | undefined = format.write?.ffmpeg;
  if (!write) throw new AppError('UNSUPPORTED_FORMAT', { seen: format.id });
  const { video, audioFor } = write;
  const audio = audioFor?.(options) ?? write.audio;
  const { audioCodec, videoCodec }: MediaOptions = options;
  const { sound, picture } = chosenEncoders({ audio, video }, { audioCodec, videoCodec });
  return {
    ...write,
    audio: {
      ...audio,
      encoder: sound,
      copies: ofCodec(audio.copies, audioCodec),
      maxChannels: Math.min(audio.maxChannels, sound.maxChannels ?? audio.maxChannels),
      maxSampleRateHz: Math.min(audio.maxSampleRateHz, sound.maxSampleRateHz ?? audio.maxSampleRateHz),
    },
    ...(video &&
      picture && { video: { ...video, encoder: picture, copies: ofCodec(video.copies, videoCodec) } }),
  };
}

/** Of the codecs that can be copied, those that the user wants: `pcm` is the beginning of several names. */
const ofCodec = (codecs: readonly string[], wanted: string | undefined): readonly string[] =>
  wanted === undefined ? codecs : codecs.filter((codec) => codec.startsWith(wanted));
