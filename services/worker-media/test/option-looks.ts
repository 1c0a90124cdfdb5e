import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type FormatSpec, optionsOfRoute, registry } from '@filemill/formats';
import type { Converted, Converter } from '@filemill/worker/testing';
import { makeMedia, runProgram } from './media-files.js';

export type Options = Readonly<Record<string, unknown>>;

/** Converts a file of a test's folder, which is named after its format. */
export async function convertNamed(
  converter: Converter,
  name: string,
  to: string,
  options: Options,
): Promise<Converted & { path: string }> {
  const from = name.slice(name.lastIndexOf('.') + 1);
  const result = await converter.convert({ input: join(converter.folder, name), from, to, options });
  return { ...result, path: result.outputs[0]?.path ?? '' };
}

/** Outputs of ffmpeg alone that offer a setting. */
export const outputsWith = (from: string, option: string): FormatSpec[] =>
  registry
    .targets(from)
    .filter(({ steps }) => steps.length === 1 && steps[0]?.engine === 'ffmpeg')
    .filter((route) => Object.hasOwn(optionsOfRoute(route).shape, option))
    .map(({ output }) => output);

/** What a filter of ffmpeg prints about a stream: the last number of that name. */
export async function measured(path: string, graph: string, name: string): Promise<number> {
  const isSound = /^a|astats/.test(graph);
  const text = await makeMedia([
    ...['-i', path, isSound ? '-af' : '-vf', `${graph},${isSound ? 'a' : ''}metadata=print:file=-`],
    ...['-f', 'null', '-'],
  ]);
  const value = [...text.matchAll(new RegExp(`${name}=(-?[\\d.]+|-?inf|nan)`, 'g'))].at(-1)?.[1];
  return Number(value?.replace('-inf', '-200') ?? Number.NaN);
}

/** Decibels of a part of the sound. @param part - filters that choose it */
export const decibels = (path: string, part = 'anull'): Promise<number> =>
  measured(
    path,
    `${part},astats=metadata=1:measure_perchannel=none:measure_overall=RMS_level:reset=0`,
    'RMS_level',
  );

/** The frequency of a sound of one tone. @param part - filters that choose a part of it */
export async function frequencyOf(path: string, part = 'anull'): Promise<number> {
  const graph = `${part},aresample=48000,aformat=channel_layouts=mono,astats=metadata=1:reset=0`;
  return ((await measured(path, graph, '1.Zero_crossings_rate')) * 48_000) / 2;
}

/** Integrated loudness by EBU R 128. */
export async function lufsOf(path: string): Promise<number> {
  const text = await makeMedia([
    ...['-i', path, '-af', 'ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-', '-f', 'null', '-'],
  ]);
  return Number([...text.matchAll(/r128\.I=(-?[\d.]+)/g)].at(-1)?.[1]);
}

/** A statistic of one picture, such as `YAVG`. @param part - filters that choose it */
export const ofPicture = (path: string, name: string, part = 'null'): Promise<number> =>
  measured(path, `${part},signalstats`, `signalstats\\.${name}`);

/** One line for each packet of a stream: its time and whether it is a whole picture. */
export async function packetsOf(
  path: string,
  stream: string,
): Promise<{ at: number; bytes: number; isKey: boolean }[]> {
  const text = await runProgram('ffprobe', [
    ...[
      '-v',
      'error',
      '-select_streams',
      stream,
      '-show_entries',
      'packet=pts_time,dts_time,size,flags',
      '-of',
      'csv=p=0',
    ],
    path,
  ]);
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .map(([shownAt, storedAt, bytes, flags]) => ({
      // AVI says only when a picture is decoded.
      at: Number(shownAt === 'N/A' ? storedAt : shownAt),
      bytes: Number(bytes),
      isKey: flags?.startsWith('K') ?? false,
    }))
    .filter(({ bytes }) => Number.isFinite(bytes));
}

/** kbit/s of a stream. */
export async function kbpsOf(path: string, stream: string, seconds: number): Promise<number> {
  const packets = await packetsOf(path, stream);
  return (packets.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1_000 / seconds;
}

/** One property of a stream, as ffprobe names it. */
export async function streamProperty(path: string, stream: string, name: string): Promise<string> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    stream,
    '-show_entries',
    `stream=${name}`,
    '-of',
    'csv=p=0',
  ];
  return (await runProgram('ffprobe', [...args, path])).trim().split('\n')[0]?.replace(/,$/, '') ?? '';
}

/** All tags of a file and of its streams, by ffprobe. */
export async function tagsOf(path: string): Promise<Record<string, string>> {
  const args = ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', path];
  const { format, streams = [] } = JSON.parse(await runProgram('ffprobe', args)) as {
    format?: { tags?: Record<string, string> };
    streams?: { tags?: Record<string, string> }[];
  };
  const all = [...streams.map(({ tags }) => tags ?? {}), format?.tags ?? {}];
  return Object.fromEntries(
    all.flatMap((tags) => Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value])),
  );
}

/** Whether a file has some bytes. */
export const holdsBytes = async (path: string, text: string): Promise<boolean> =>
  (await readFile(path)).includes(text);

/** The field because of which a conversion is refused, by the schema of its options or by the file itself. */
export async function refusedField(conversion: Promise<unknown>): Promise<string> {
  const error: unknown = await conversion.then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError) || error.code !== 'OPTION_INVALID') throw error;
  const { field, fields } = error.params as { field?: string; fields?: Record<string, string> };
  return field ?? Object.keys(fields ?? {})[0] ?? '';
}

const COLOURS = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] } as const;
/** Of one channel of a colour, after a lossy encoder. */
const COLOUR_TOLERANCE = 40;

/** The names of the colours in the quarters of a picture in the middle, row by row. */
export async function quartersOf(path: string): Promise<(string | undefined)[]> {
  const still = `${path}.quarters.rgb`;
  const graph = 'select=gte(n\\,5),scale=iw*sar:ih,scale=4:4:flags=area';
  await makeMedia(['-i', path, '-vf', graph, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', still]);
  const rgb = await readFile(still);
  return [0, 3, 12, 15].map((pixel) => {
    const seen = rgb.subarray(pixel * 3, pixel * 3 + 3);
    const isLike = (colour: readonly number[]) =>
      colour.every((level, i) => Math.abs(level - (seen[i] ?? 0)) < COLOUR_TOLERANCE);
    return Object.entries(COLOURS).find(([, colour]) => isLike(colour))?.[0];
  });
}

/** Pictures of which ffmpeg is sure that they are whole, or that the upper half comes first. */
export async function ofIdet(path: string, name: 'progressive' | 'tff'): Promise<number> {
  const graph = `idet,metadata=print:key=lavfi.idet.multiple.${name}:file=-`;
  const text = await makeMedia(['-i', path, '-vf', graph, '-f', 'null', '-']);
  return Number([...text.matchAll(/=([\d.]+)\n/g)].at(-1)?.[1] ?? 0);
}
