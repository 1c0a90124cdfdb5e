import { AppError } from '@filemill/errors';
import type { MediaInfo, MediaTrack } from '@filemill/formats';
import type { RunResult } from '@filemill/worker';
import { z } from 'zod';
import { failureOf } from './failures.js';

/**
 * ffprobe costs as much as a short job (0.13 s), so it runs only where the container's own header leaves a gap: a codec
 * that our readers do not know, no duration (fragmented MP4, recordings of browsers), or no tracks.
 */
export const needsProbe = ({ durationMs, tracks }: MediaInfo): boolean =>
  durationMs === undefined ||
  tracks.length === 0 ||
  tracks.some(({ kind, codec }) => codec.startsWith('?') && kind !== 'data' && kind !== 'attachment');

/** Maximum output for {@link probeSchema}: tags may be longer than the part of standard output that is kept. */
const ENTRIES = [
  'stream=codec_type,codec_name,width,height,sample_rate,channels,bit_rate,bits_per_raw_sample,color_transfer',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
  'format=duration',
  'chapter=id',
];
/** Arguments that follow those of the input. */
export const PROBE_ARGUMENTS = ['-v', 'warning', '-show_entries', ENTRIES.join(':'), '-of', 'json'] as const;

const number = z.coerce.number().optional().catch(undefined);
const probeSchema = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().default('unknown'),
      width: number,
      height: number,
      sample_rate: number,
      channels: number,
      bit_rate: number,
      bits_per_raw_sample: number,
      color_transfer: z.string().optional(),
      disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
      side_data_list: z.array(z.object({ rotation: number })).optional(),
    }),
  ),
  format: z.object({ duration: number }),
  chapters: z.array(z.unknown()).default([]),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('ENGINE_FAILED', {}, { cause });
  }
}

const KINDS: Readonly<Record<string, MediaTrack['kind']>> = {
  video: 'video',
  audio: 'audio',
  subtitle: 'subtitle',
  attachment: 'attachment',
};

/** @throws {AppError} FILE_CORRUPT, FILE_ENCRYPTED or ENGINE_FAILED, depending on how ffprobe ended */
export function readProbe(result: RunResult): MediaInfo {
  if (result.exitCode !== 0) throw failureOf(result);
  const probed = probeSchema.safeParse(parseJson(result.stdout));
  if (!probed.success) throw new AppError('ENGINE_FAILED', {}, { cause: probed.error });
  const { streams, format, chapters } = probed.data;
  return {
    tracks: streams.map((stream): MediaTrack => {
      const kind = KINDS[stream.codec_type ?? ''] ?? 'data';
      const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
      return {
        kind,
        codec: stream.codec_name,
        ...(stream.disposition?.attached_pic && { isCover: true }),
        ...(stream.width && stream.height && { widthPx: stream.width, heightPx: stream.height }),
        ...(stream.sample_rate && { sampleRateHz: stream.sample_rate }),
        ...(stream.channels && { channels: stream.channels }),
        ...(stream.bit_rate && { bitrateKbps: Math.round(stream.bit_rate / 1000) }),
        ...(stream.bits_per_raw_sample && sampleDepth(kind, stream.bits_per_raw_sample)),
        ...(stream.color_transfer === 'smpte2084' && { transfer: 'pq' }),
        ...(stream.color_transfer === 'arib-std-b67' && { transfer: 'hlg' }),
        ...(rotation !== 0 && { rotationDegrees: ((-rotation % 360) + 360) % 360 }),
      };
    }),
    ...(chapters.length > 0 && { hasChapters: true }),
    ...(format.duration && { durationMs: format.duration * 1000 }),
    ...(result.stderr.includes('Estimating duration from bitrate') && { isDurationEstimated: true }),
  };
}

const sampleDepth = (kind: MediaTrack['kind'], bits: number): Partial<MediaTrack> =>
  kind === 'video' ? { componentBits: bits } : { sampleBits: bits };
