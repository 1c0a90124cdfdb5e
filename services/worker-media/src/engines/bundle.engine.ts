import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  type EngineFactory,
  jobMemory,
  type Limits,
  type RunResult,
  resourceLimits,
  type Step,
} from '@filemill/worker';
import { PacketCount, readPictures } from './bundle-progress.js';
import { ThreadShare } from './thread-share.js';

const PROCESSES = 256;
const GB = 1024 ** 3;
/** What a zip may unpack to: docs/security.md, "archive". */
const UNPACKED_BYTES = 2 * GB;
/** As many as four digits name. */
const MAX_PICTURES = 9_999;
/** A film of four hours has fewer segments of the shortest length. */
const MAX_FILES = 10_000;
const SHARE_OF_FILES = 0.95;

/** The names that we let ffmpeg give; the jail is not trusted with others. */
const NAMES = /^(?:frame-\d{4}\.(?:jpg|png)|segment-\d{4,5}\.ts|playlist\.m3u8)$/;
/** A picture of a film with oblong pixels is stretched to square ones. */
const SQUARE_PIXELS = 'scale=trunc(iw*sar+0.5):ih:flags=lanczos+accurate_rnd+full_chroma_int,setsar=1';

/**
 * Packs into a zip what ffmpeg makes of a film as many files: its pictures, or segments with a playlist. The film is one that
 * the engine `ffmpeg` has made. Three runs for pictures: packets are counted, pictures drawn, files packed, not compressed.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one film that it sees. The
 * demuxer is forced, and names of files are ours: others that a run leaves are not packed.
 */
export const createEngine: EngineFactory = async (context) => {
  const programs = { ffmpeg: context.program('ffmpeg'), zip: context.program('zip') };
  const threads = new ThreadShare(availableParallelism());
  return {
    id: 'bundle',
    async convert(step, signal, onProgress) {
      using share = threads.take(true);
      const job = new Job(context, programs, step, signal, share.threads);
      const as = step.output.format.write?.bundle?.as;
      if (as === 'pictures') await job.drawPictures((part) => onProgress(part * SHARE_OF_FILES));
      else await job.cutSegments();
      await job.pack();
      return { outputs: [step.output.path], losses: [], expected: {} };
    },
  };
};

class Job {
  constructor(
    private readonly context: EngineContext,
    private readonly programs: { readonly ffmpeg: string; readonly zip: string },
    private readonly step: Step,
    private readonly signal: AbortSignal,
    private readonly threads: number,
  ) {}

  /** @throws {AppError} FILE_TOO_LARGE for more pictures than a bundle may hold */
  async drawPictures(onProgress: (fraction: number) => void): Promise<void> {
    const count = new PacketCount();
    await this.ffmpeg(['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'], (chunk) => count.add(chunk));
    if (count.packets > MAX_PICTURES) throw tooMany();
    const isPng = this.step.options.picture === 'png';
    await this.ffmpeg(
      [
        ...[
          '-map',
          '0:v:0',
          '-fps_mode',
          'passthrough',
          '-vf',
          SQUARE_PIXELS,
          '-frames:v',
          `${MAX_PICTURES}`,
        ],
        ...(isPng ? ['-c:v', 'png', '-pix_fmt', 'rgb24'] : ['-c:v', 'mjpeg', '-q:v', '2']),
        ...['-f', 'image2', `/job/out/frame-%04d.${isPng ? 'png' : 'jpg'}`],
      ],
      readPictures(count.packets, onProgress),
    );
  }

  async cutSegments(): Promise<void> {
    const { segmentSeconds = 6 } = this.step.options;
    await this.ffmpeg([
      ...['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'hls', '-hls_time', `${segmentSeconds}`],
      ...['-hls_playlist_type', 'vod', '-hls_list_size', '0', '-hls_flags', 'independent_segments'],
      ...['-hls_segment_filename', '/job/out/segment-%04d.ts', '/job/out/playlist.m3u8'],
    ]);
  }

  /** @throws {AppError} ENGINE_FAILED if there is nothing to pack */
  async pack(): Promise<void> {
    const { folder, output } = this.step;
    const files = (await readdir(folder.out)).filter((name) => NAMES.test(name)).sort();
    if (files.length === 0 || files.length > MAX_FILES) throw failed(`${files.length} files to pack`);
    await this.run(this.programs.zip, ['-0', '-q', '-X', '-j', basename(output.path), ...files]);
    if ((await stat(output.path)).size > UNPACKED_BYTES) throw tooMany();
  }

  private ffmpeg(args: readonly string[], onStdout?: (chunk: Buffer) => void): Promise<void> {
    return this.run(
      this.programs.ffmpeg,
      [
        ...['-nostdin', '-v', 'error', '-threads', `${this.threads}`, '-protocol_whitelist', 'file'],
        ...['-format_whitelist', 'matroska,webm', '-f', 'matroska'],
        ...['-i', `/job/in/${basename(this.step.input.path)}`],
        ...['-threads', `${this.threads}`, '-progress', 'pipe:1', '-nostats', ...args],
      ],
      onStdout,
    );
  }

  /** @throws {AppError} ENGINE_FAILED: the input is one of our own files */
  private async run(
    program: string,
    args: readonly string[],
    onStdout: (chunk: Buffer) => void = () => undefined,
  ): Promise<void> {
    const { folder } = this.step;
    const result = await this.context.run({
      ...{ program, args, folder, signal: this.signal, limits: this.limits, onStdout },
    });
    if (result.exitCode !== 0) throw failed(messageOf(program, result));
  }

  private get limits(): Limits {
    return {
      wallMs: Math.max(1, this.step.deadlineMs - this.context.clock.nowMs()),
      cpuSeconds: resourceLimits('video', 0).cpuSeconds,
      ...jobMemory('bundle'),
      fileBytes: UNPACKED_BYTES + GB / 8,
      // The files and their zip.
      outFolderBytes: 2 * UNPACKED_BYTES + GB / 4,
      processes: PROCESSES,
    };
  }
}

const messageOf = (program: string, { exitCode, exitSignal, stderr }: RunResult): string =>
  `${basename(program)} ended with ${exitSignal ?? exitCode}: ${stderr.slice(-2_000)}`;

const failed = (reason: string): AppError => new AppError('ENGINE_FAILED', {}, { cause: new Error(reason) });

const tooMany = (): AppError =>
  new AppError('FILE_TOO_LARGE', {
    limit: MAX_PICTURES,
    unit: 'pictures',
    message: `The film has more pictures than one ZIP may hold: ${MAX_PICTURES.toLocaleString('en-US')}, or 2 GB. Choose fewer pictures a second, or a part of it.`,
  });
