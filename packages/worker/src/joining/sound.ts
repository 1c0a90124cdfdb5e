import type { Facts, MediaTrack } from '@filemill/formats';
import type { EngineContext } from '../engines/engine.js';
import type { Joiner, JoinPart } from './joiner.js';
import { layoutOf, MEDIA_INPUT, mediaProgram } from './media.js';
import { jailedInput, jailedOutput, joiningFailed, runJoiner } from './run.js';

/** How samples are stored: in the filter graph, and in the file. */
interface Samples {
  readonly filter: string;
  readonly codec: string;
}
const SAMPLES: readonly (readonly [maxBits: number, samples: Samples])[] = [
  [16, { filter: 's16', codec: 'pcm_s16le' }],
  [24, { filter: 's32', codec: 'pcm_s24le' }],
];
const FLOATS: Samples = { filter: 'flt', codec: 'pcm_f32le' };
const DEFAULT_RATE_HZ = 44_100;

const soundOf = ({ media }: Facts): MediaTrack | undefined =>
  media?.tracks.find(({ kind }) => kind === 'audio');

function samplesOf(tracks: readonly (MediaTrack | undefined)[]): Samples {
  if (tracks.some((track) => track?.codec.startsWith('pcm_f'))) return FLOATS;
  const bits = Math.max(16, ...tracks.map((track) => track?.sampleBits ?? 16));
  return SAMPLES.find(([maxBits]) => bits <= maxBits)?.[1] ?? FLOATS;
}

/**
 * Joins sounds without a gap. The result has the highest rate, the most channels and the finest samples of all of them, so
 * that none loses anything.
 */
export function createSound(context: EngineContext): Joiner {
  const ffmpeg = mediaProgram(context, 'ffmpeg');
  return {
    id: 'sound',
    async join(request, signal) {
      const { parts } = request;
      const tracks = parts.map(({ facts }) => soundOf(facts));
      const rateHz = Math.max(1, ...tracks.map((track) => track?.sampleRateHz ?? DEFAULT_RATE_HZ));
      const layout = layoutOf(Math.max(1, ...tracks.map((track) => track?.channels ?? 2)));
      const { filter, codec } = samplesOf(tracks);
      const even = `aresample=${rateHz},aformat=sample_fmts=${filter}:channel_layouts=${layout}`;
      const graph = [
        ...parts.map((_, index) => `[${index}:a:0]${even}[s${index}]`),
        `${parts.map((_, index) => `[s${index}]`).join('')}concat=n=${parts.length}:v=0:a=1[all]`,
      ].join(';');
      const args = [
        ...['-nostdin', '-v', 'error', '-xerror'],
        ...parts.flatMap(({ path }) => [
          ...MEDIA_INPUT,
          '-format_whitelist',
          'wav',
          '-f',
          'wav',
          '-i',
          jailedInput(path),
        ]),
        ...['-filter_complex', graph, '-map', '[all]', '-map_metadata', '-1', '-c:a', codec],
        ...['-rf64', 'auto', '-f', 'wav', jailedOutput(request.outputPath)],
      ];
      const result = await runJoiner(context, ffmpeg, request, args, signal);
      if (result.exitCode !== 0) throw joiningFailed(result, 'ffmpeg');
      return { expected: { streams: [{ kind: 'audio', codec }], ...lengthOf(parts) } };
    },
  };
}

/** The sum, if all are known. */
function lengthOf(parts: readonly JoinPart[]): Facts {
  const lengths = parts.map(({ facts }) => facts.durationMs);
  if (lengths.some((length) => length === undefined)) return {};
  return { durationMs: lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0) };
}
