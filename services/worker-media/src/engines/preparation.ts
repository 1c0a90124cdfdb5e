import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type MediaInfo, type MediaOptions, TAG_KEYS, type TagName } from '@filemill/formats';
import type { RunResult, Step } from '@filemill/worker';
import { type ArgumentRequest, cutsSamples, soundChain } from './arguments.js';
import { timeArguments } from './edits.js';
import { failureOf } from './failures.js';
import { loudnessFilters, MEASURE_LOUDNESS, measureSilence, readLoudness, readSilence } from './measure.js';
import { pickTrack, TEXT_SUBTITLES, tracksOf } from './plan.js';

/** Texts of the user, beside the upload: they never become arguments. */
const TAGS_FILE = 'tags.ffmetadata';
/** Subtitles to draw, beside the upload: libass reads this one format by itself, without choosing a demuxer. */
const LETTERS_FILE = 'letters.ass';

/** Runs ffmpeg in the job's own folders. @param reader - arguments before the name of the input, without its demuxer */
export type RunFfmpeg = (
  info: MediaInfo,
  reader: readonly string[],
  rest: readonly string[],
) => Promise<RunResult>;

/** Whether a job needs files beside the upload. */
export const needsFiles = (options: MediaOptions): boolean =>
  options.burnSubtitles !== undefined || tagLines(options).length > 0;

/** Characters with a meaning in ffmpeg's format of metadata. */
const SPECIAL = /[=;#\\]/g;

function tagLines(options: MediaOptions): string[] {
  return Object.entries(TAG_KEYS).flatMap(([name, key]) => {
    const value = options[name as TagName];
    return value === undefined ? [] : [`${key}=${String(value).toWellFormed().replace(SPECIAL, '\\$&')}`];
  });
}

/** Writes the user's tags for ffmpeg. @returns arguments that read them as a second input */
export async function writeTags(
  folder: Step['folder'],
  options: MediaOptions,
): Promise<TagInput | undefined> {
  const lines = tagLines(options);
  if (lines.length === 0) return undefined;
  await writeFile(join(folder.in, TAGS_FILE), `;FFMETADATA1\n${lines.join('\n')}\n`);
  return {
    path: `/job/in/${TAGS_FILE}`,
    reader: ['-protocol_whitelist', 'file', '-format_whitelist', 'ffmetadata', '-f', 'ffmetadata'],
  };
}

/** A second input. */
export interface TagInput {
  readonly path: string;
  /** Options before it. */
  readonly reader: readonly string[];
}

/**
 * Takes the subtitles that are to be drawn out of the input.
 *
 * @returns the filter that draws them at the times of the upload
 * @throws {AppError} OPTION_INVALID if there are none of that number, or they are pictures
 */
export async function lettersFilter(
  info: MediaInfo,
  options: MediaOptions,
  folder: Step['folder'],
  run: RunFfmpeg,
): Promise<string | undefined> {
  const { burnSubtitles, start = 0 } = options;
  if (burnSubtitles === undefined) return undefined;
  const [text] = pickTrack(tracksOf(info, 'subtitle'), burnSubtitles, 'burnSubtitles');
  if (!text || !TEXT_SUBTITLES.has(text.track.codec))
    throw new AppError('OPTION_INVALID', { field: 'burnSubtitles', rule: 'subtitles that are text' });
  const result = await run(
    info,
    [],
    ['-map', text.source, '-c:s', 'ass', '-f', 'ass', `/job/out/${LETTERS_FILE}`],
  );
  if (result.exitCode !== 0) throw failureOf(result);
  await rename(join(folder.out, LETTERS_FILE), join(folder.in, LETTERS_FILE));
  const draw = `ass=/job/in/${LETTERS_FILE}`;
  // The pictures after a start begin at zero, the texts do not.
  return start === 0 ? draw : `setpts=PTS+${start}/TB,${draw},setpts=PTS-${start}/TB`;
}

/** The options, with the start and the end that cut off silence. @throws {AppError} OPTION_INVALID if nothing would be left */
export async function withoutSilence(
  info: MediaInfo,
  options: MediaOptions,
  cuts: boolean,
  run: RunFfmpeg,
): Promise<MediaOptions> {
  if (options.silence !== 'trim') return options;
  const { start = 0 } = options;
  const [sound] = pickTrack(tracksOf(info, 'audio'), options.audioTrack, 'audioTrack');
  if (!sound) return options;
  const chain = [...soundChain({ start }, undefined, cuts), measureSilence(options)];
  const result = await run(info, timeArguments(options, cuts), [
    ...['-map', sound.source, '-af', chain.join(','), '-progress', 'pipe:2', '-f', 'null', '-'],
  ]);
  if (result.exitCode !== 0) throw failureOf(result);
  const part = readSilence(result);
  if (!part)
    throw new AppError('OPTION_INVALID', { field: 'silence', rule: 'keep: all of the sound is that quiet' });
  return {
    ...options,
    start: start + part.from,
    ...(part.to !== undefined && { end: start + part.to }),
  };
}

/** The filters that bring each sound to the user's loudness, by its place in the input. */
export async function loudnessOf(
  request: ArgumentRequest,
  run: RunFfmpeg,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { plan, options = {}, info } = request;
  const levels = new Map<string, readonly string[]>();
  if (options.loudness === undefined) return levels;
  for (const { source, encoding, track } of plan.streams) {
    if (!encoding || !('sound' in encoding)) continue;
    const chain = soundChain(options, info.durationMs, cutsSamples(request), encoding.mixesTo);
    const measure = async (filters: readonly string[]) => {
      const graph = [...chain, ...filters, MEASURE_LOUDNESS].join(',');
      const result = await run(info, timeArguments(options, cutsSamples(request)), [
        ...['-map', source, '-af', graph, '-f', 'null', '-'],
      ]);
      if (result.exitCode !== 0) throw failureOf(result);
      return readLoudness(result.stderr);
    };
    const rateHz = options.sampleRate ?? track.sampleRateHz ?? USUAL_HZ;
    levels.set(source, await loudnessFilters(options.loudness, rateHz, measure));
  }
  return levels;
}

const USUAL_HZ = 48_000;
