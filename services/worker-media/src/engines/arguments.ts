import type { Facts, MediaInfo } from '@filemill/inspect';
import { audioArguments, encodedCodec } from './audio-encoders.js';
import type { AudioEncoder, Container, VideoEncoder } from './containers.js';
import type { Plan, PlannedStream } from './plan.js';
import { videosOf } from './plan.js';
import { PICTURE, soundPicture } from './sound-picture.js';
import { encoderArguments, videoArguments } from './video-encoders.js';

export interface ArgumentRequest {
  readonly info: MediaInfo;
  readonly container: Container;
  readonly plan: Plan;
  readonly quality?: number;
  readonly compressionLevel?: number;
}

const LETTERS = { video: 'v', audio: 'a', subtitle: 's', attachment: 't', data: 'd' } as const;

/** Whether the pictures have to be made from the sound. */
export const drawsSound = ({ info, container }: Pick<ArgumentRequest, 'info' | 'container'>): boolean =>
  container.video !== undefined && videosOf(info).length === 0;

/** Everything between the input and the name of the output. */
export function outputArguments(request: ArgumentRequest): string[] {
  const { container, plan } = request;
  const picture = drawsSound(request) ? drawnPicture(request) : [];
  const counts = new Map<string, number>();
  if (picture.length > 0) counts.set('v', 1);
  const streams = plan.streams.flatMap((stream) => {
    const letter = LETTERS[stream.track.kind];
    const index = counts.get(letter) ?? 0;
    counts.set(letter, index + 1);
    return ['-map', stream.source, ...streamArguments(stream, `${letter}:${index}`, request)];
  });
  return [...picture, ...streams, ...metadataArguments(request.info), ...container.muxerArgs];
}

function drawnPicture({ info, container, quality }: ArgumentRequest): string[] {
  return [
    ...['-filter_complex', soundPicture(info), '-map', PICTURE],
    ...encoderArguments(container.video?.encoder ?? 'h264', quality, 'v:0'),
  ];
}

function streamArguments(stream: PlannedStream, specifier: string, request: ArgumentRequest): string[] {
  const { track, encoder } = stream;
  const { container, quality, compressionLevel } = request;
  if (!encoder) return [`-c:${specifier}`, 'copy', ...copyArguments(stream, specifier, container)];
  if (track.kind === 'video') return videoArguments(encoder as VideoEncoder, { track, quality }, specifier);
  if (track.kind === 'audio') {
    const target = { track, quality, compressionLevel, limits: container.audio, muxer: container.muxer };
    return audioArguments(encoder as AudioEncoder, target, specifier);
  }
  return [`-c:${specifier}`, encoder];
}

function copyArguments({ track }: PlannedStream, specifier: string, { muxer }: Container): string[] {
  if (track.isCover) return [`-disposition:${specifier}`, 'attached_pic'];
  // Apple's players know HEVC by this name alone.
  if (track.codec === 'hevc' && (muxer === 'mp4' || muxer === 'mov')) return [`-tag:${specifier}`, 'hvc1'];
  return [];
}

/** Ogg keeps its tags with the stream, all others with the file. */
function metadataArguments({ tracks }: MediaInfo): string[] {
  const isOgg = tracks.some(({ codec }) => codec === 'vorbis' || codec === 'opus' || codec === 'speex');
  return isOgg && tracks.every(({ kind, isCover }) => kind === 'audio' || isCover)
    ? ['-map_metadata', '0:s:a:0']
    : [];
}

/** What the header of the output must show. */
export function expectedFacts(request: ArgumentRequest): Facts {
  const { info, container, plan } = request;
  const drawn = drawsSound(request)
    ? [{ kind: 'video' as const, codec: container.video?.encoder ?? '' }]
    : [];
  const streams = plan.streams.map(({ track, encoder }) => ({
    kind: track.isCover ? ('other' as const) : (track.kind as 'video' | 'audio' | 'subtitle'),
    codec: expectedCodec({ track, encoder }),
  }));
  return {
    streams: [...drawn, ...streams],
    ...(info.durationMs !== undefined && !info.isDurationEstimated && { durationMs: info.durationMs }),
  };
}

function expectedCodec({ track, encoder }: Pick<PlannedStream, 'track' | 'encoder'>): string {
  if (!encoder) return track.codec;
  return track.kind === 'audio' ? encodedCodec(encoder as AudioEncoder, track) : encoder;
}
