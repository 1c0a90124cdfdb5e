import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MediaTrack } from '@filemill/formats';
import { z } from 'zod';
import type { EngineContext } from '../engines/engine.js';
import type { Joiner, JoinPart, JoinRequest } from './joiner.js';
import { MEDIA_INPUT, mediaProgram } from './media.js';
import { jailedInput, jailedOutput, joiningFailed, runJoiner } from './run.js';

const LIST = 'list.txt';
const RATE_HZ = 48_000;
/** Of a side, and pictures a second: product limits of video. */
const MAX_SIDE_PX = 4_096;
const MIN_SIDE_PX = 16;
const MAX_FPS = 120;
const DEFAULT_FPS = 30;
const PROBE_MS = 60_000;

const trackOf = ({ facts }: JoinPart, kind: MediaTrack['kind']): MediaTrack | undefined =>
  facts.media?.tracks.find((track) => track.kind === kind && !track.isCover);

/** Even, because colours have half the resolution, and within what a video may have. */
const sideOf = (px: number): number => Math.max(MIN_SIDE_PX, Math.min(MAX_SIDE_PX, Math.round(px / 2) * 2));

const probeSchema = z.object({
  streams: z.array(z.object({ avg_frame_rate: z.string(), width: z.int(), height: z.int() })).min(1),
});

/**
 * Joins films of one size and rate: pictures are copied, sound becomes lossless and as long as its pictures, and a film
 * without sound is silent. Each file was encoded for it before, by the engine `ffmpeg`.
 */
export function createFilm(context: EngineContext): Joiner {
  const ffmpeg = mediaProgram(context, 'ffmpeg');
  const ffprobe = mediaProgram(context, 'ffprobe');

  /** The part as the list names it: ffmpeg joins only what counts time in the same units. */
  async function inMatroska(part: JoinPart, request: JoinRequest, signal: AbortSignal): Promise<string> {
    if (part.format.id === 'mkv') return jailedInput(part.path);
    const path = `/job/out/${basename(part.path)}.mkv`;
    const input = [...demuxerOf(part), '-i', jailedInput(part.path)];
    const args = ['-nostdin', '-v', 'error', ...MEDIA_INPUT, ...input, '-map', '0:v:0', '-c', 'copy', path];
    const result = await runJoiner(context, ffmpeg, request, args, signal);
    if (result.exitCode !== 0) throw joiningFailed(result, 'ffmpeg');
    return path;
  }

  return {
    id: 'film',
    /** Size and rate of the first film. */
    async partOptions(first, folder, signal) {
      const args = [
        ...['-v', 'error', ...MEDIA_INPUT, ...demuxerOf(first), '-select_streams', 'V:0', '-of', 'json'],
        ...['-show_entries', 'stream=avg_frame_rate,width,height', jailedInput(first.path)],
      ];
      const deadlineMs = context.clock.nowMs() + PROBE_MS;
      const result = await runJoiner(context, ffprobe, { folder, deadlineMs }, args, signal);
      const probed = result.exitCode === 0 ? probeSchema.safeParse(parseJson(result.stdout)) : undefined;
      const stream = probed?.data?.streams[0];
      const { widthPx, heightPx, rotationDegrees = 0 } = trackOf(first, 'video') ?? {};
      const sides = [
        sideOf(stream?.width ?? widthPx ?? 640),
        sideOf(stream?.height ?? heightPx ?? 360),
      ] as const;
      const [width, height] = rotationDegrees % 180 === 0 ? sides : [sides[1], sides[0]];
      return { width, height, fit: 'pad', fps: rateOf(stream?.avg_frame_rate), subtitles: 'drop' };
    },
    async join(request, signal) {
      const { parts, folder } = request;
      const paths: string[] = [];
      for (const part of parts) paths.push(await inMatroska(part, request, signal));
      const lines = parts.map((part, index) => `file '${paths[index]}'\nduration ${secondsOf(part)}\n`);
      await writeFile(join(folder.in, LIST), `ffconcat version 1.0\n${lines.join('')}`);
      const hasSound = parts.some((part) => trackOf(part, 'audio'));
      const args = [
        ...[
          '-nostdin',
          '-v',
          'error',
          ...MEDIA_INPUT,
          '-format_whitelist',
          'concat,matroska,webm',
          '-f',
          'concat',
          '-safe',
          '0',
          '-i',
          `/job/in/${LIST}`,
        ],
        ...(hasSound ? soundOf(parts) : []),
        ...['-map', '0:v:0', '-c:v', 'copy', '-map_metadata', '-1', '-f', 'matroska'],
        jailedOutput(request.outputPath),
      ];
      const result = await runJoiner(context, ffmpeg, request, args, signal);
      if (result.exitCode !== 0) throw joiningFailed(result, 'ffmpeg');
      const durationMs = parts.reduce((sum, { facts }) => sum + (facts.durationMs ?? 0), 0);
      return { expected: { durationMs } };
    },
  };
}

/** Further inputs, and the graph that joins their sound. */
function soundOf(parts: readonly JoinPart[]): string[] {
  const even = `aresample=${RATE_HZ}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=stereo,apad`;
  const inputs: string[] = [];
  const chains = parts.map((part, index) => {
    const end = `,atrim=end=${secondsOf(part)},asetpts=PTS-STARTPTS[s${index}]`;
    if (!trackOf(part, 'audio')) return `anullsrc=r=${RATE_HZ}:cl=stereo,aformat=sample_fmts=s16${end}`;
    // The first input is the list.
    inputs.push(...MEDIA_INPUT, ...demuxerOf(part), '-i', jailedInput(part.path));
    return `[${inputs.filter((arg) => arg === '-i').length}:a:0]${even}${end}`;
  });
  const all = parts.map((_, index) => `[s${index}]`).join('');
  const graph = [...chains, `${all}concat=n=${parts.length}:v=0:a=1[sound]`].join(';');
  return [...inputs, '-filter_complex', graph, '-map', '[sound]', '-c:a', 'flac'];
}

/** Its demuxer, and no other: ffmpeg never guesses. */
function demuxerOf({ format }: JoinPart): string[] {
  const { demuxer = '', demuxerNames = demuxer } = format.read?.ffmpeg ?? {};
  return ['-format_whitelist', demuxerNames, '-f', demuxer];
}

const secondsOf = ({ facts }: JoinPart): string => ((facts.durationMs ?? 0) / 1_000).toFixed(3);

function rateOf(fraction = ''): number {
  const [over = 0, under = 0] = fraction.split('/').map(Number);
  const fps = over / under;
  return Number.isFinite(fps) && fps >= 1 ? Math.min(MAX_FPS, Math.round(fps * 1_000) / 1_000) : DEFAULT_FPS;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not the answer of ffprobe: the header's facts are used
  }
}
