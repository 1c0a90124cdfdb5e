import type { FormatSpec } from '@filemill/formats';
import ffmpeg from 'fluent-ffmpeg';
import { type ArgumentRequest, cutsSamples, inputArguments, outputArguments } from './arguments.js';
import { timeArguments } from './edits.js';
import type { TagInput } from './preparation.js';

/** What a run of ffmpeg reads and writes, as the jail names it. */
interface CommandFiles {
  readonly input: { readonly path: string; readonly format: FormatSpec };
  readonly tags: TagInput | undefined;
  readonly output: string;
  readonly threads: number;
  /** Where ffmpeg stops writing. */
  readonly maxBytes: number;
}

/**
 * Share of packets that may fail to decode, in percent: with less than a twentieth left the file counts as unreadable.
 */
const MAX_ERROR_RATE = '0.95';

/** All arguments of a conversion. fluent-ffmpeg, which is archived upstream, only builds the list. */
export function commandArguments(request: ArgumentRequest, files: CommandFiles): string[] {
  const { input, tags, output, maxBytes } = files;
  const threads = `${files.threads}`;
  const command = ffmpeg()
    .input(input.path)
    .inputOptions([
      ...['-nostdin', '-threads', threads, ...inputArguments(input.format, request.info)],
      ...timeArguments(request.options ?? {}, cutsSamples(request)),
    ]);
  if (tags) command.input(tags.path).inputOptions([...tags.reader]);
  command
    .output(output)
    .outputOptions([
      ...outputArguments(request),
      ...['-threads', threads, '-filter_threads', threads, '-max_muxing_queue_size', '4096'],
      ...['-max_error_rate', MAX_ERROR_RATE, '-abort_on', 'empty_output', '-fs', `${maxBytes}`],
      ...['-loglevel', 'repeat+level+warning', '-progress', 'pipe:1', '-nostats'],
      ...['-f', request.container.muxer],
    ]);
  return argumentList(command);
}

/** fluent-ffmpeg's argument list without running it: `run` would look for the program and probe its codecs first. */
function argumentList(command: ffmpeg.FfmpegCommand): string[] {
  const { _getArguments: list } = command as ffmpeg.FfmpegCommand & { _getArguments?: () => string[] };
  if (!list) throw new Error('fluent-ffmpeg no longer lists its arguments');
  return list.call(command);
}
