import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Loss, type LossCode, lossOf, type SubtitleOptions } from '@filemill/formats';
import {
  type EngineFactory,
  nodeFiles,
  ONE_SPARE,
  type RunRequest,
  StandbyPool,
  waitingScript,
} from '@filemill/worker';
import { resourcesOf, stepLimits } from '../limits.js';

/** Inside the jail: the text in UTF-8, and, in /job/out, what ffmpeg makes of it. */
const DECODED = '/job/out/decoded.txt';
const CUES = 'cues.srt';

const LOSSES: readonly LossCode[] = ['subtitle_styles_dropped', 'subtitle_times_dropped', 'comments_dropped'];

/**
 * Converts subtitles with a script of ours in a jailed Node. Old formats are read by ffmpeg, with its reader forced, and go
 * through SubRip.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees. The
 * readers of ffmpeg that are named here open no other file.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'subtitles.main.js');
  const ffmpeg = context.program('ffmpeg');

  const pool = new StandbyPool(
    context,
    { ...waitingScript(script), limits: resourcesOf('document', 'subtitles') },
    ONE_SPARE,
  );

  /** @param inputPath - on the host; the script sees it in /job/in */
  async function runScript(
    task: string,
    inputPath: string,
    more: readonly string[],
    { folder, limits, signal }: Common,
  ): Promise<Loss[]> {
    const { stdout, stderr, exitCode } = await pool.run({
      args: [task, `/job/in/${basename(inputPath)}`, ...more],
      inputPath,
      outputFolder: folder.out,
      wallMs: limits.wallMs,
      signal,
    });
    const lines = stdout.split('\n');
    if (lines.includes('refused large')) throw new AppError('FILE_TOO_LARGE', { message: TOO_MANY });
    if (lines.includes('refused early'))
      throw new AppError('OPTION_INVALID', {
        field: 'shift',
        rule: 'so that a text is left after the start',
      });
    if (lines.some((line) => line.startsWith('refused')))
      throw new AppError('FILE_CORRUPT', { detail: NO_SUBTITLES });
    if (exitCode !== 0) throw failed(`subtitles: ${stderr}`);
    return LOSSES.filter((code) => lines.includes(`loss ${code}`)).map((code) => lossOf(code));
  }

  /** Only text is asked for, so no decoder of pictures or sound runs. */
  async function readWithFfmpeg(demuxer: string, common: Common): Promise<void> {
    const { exitCode, stderr } = await context.run({
      ...common,
      program: ffmpeg,
      args: [
        ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file'],
        ...['-format_whitelist', demuxer, '-f', demuxer, '-i', `file:${DECODED}`],
        ...['-map', '0:s:0', '-c:s', 'subrip', '-f', 'srt', `file:/job/out/${CUES}`],
      ],
    });
    if (exitCode !== 0)
      throw new AppError('FILE_CORRUPT', { detail: NO_SUBTITLES }, { cause: failed(stderr) });
  }

  return {
    id: 'subtitles',
    close: () => pool.close(),
    async convert(step, signal) {
      const { input, output, folder } = step;
      const common = { folder, signal, limits: stepLimits('document', 'subtitles', step, context.clock) };
      const { reader, demuxer } = input.format.read?.subtitles ?? {};
      const target = [
        ...[`/job/out/${basename(output.path)}`, `${output.format.write?.subtitles?.writer}`],
        ...settingsOf(step.options),
      ];
      if (demuxer !== undefined) {
        await runScript('decode', input.path, [DECODED], common);
        await readWithFfmpeg(demuxer, common);
      }
      const source =
        demuxer === undefined
          ? { path: input.path, reader: `${reader}` }
          : { path: join(folder.out, CUES), reader: demuxer === 'sami' ? 'sami' : 'ffmpeg' };
      const losses = await runScript('convert', source.path, [source.reader, ...target], common);
      return { outputs: [output.path], losses, expected: {} };
    },
  };
};

const MILLISECONDS = 1_000;

/** Numbers and a word of a closed set. */
function settingsOf({ shift = 0, fromFps, toFps, encoding = 'utf-8' }: SubtitleOptions): string[] {
  const factor = fromFps === undefined || toFps === undefined ? 1 : fromFps / toFps;
  return [`${factor} ${Math.round(shift * MILLISECONDS)}`, encoding];
}

const TOO_MANY = 'The file has more subtitles than a conversion may hold.';
const NO_SUBTITLES = 'it has no subtitles';

type Common = Pick<RunRequest, 'folder' | 'limits' | 'signal'>;

const failed = (detail: string): AppError => new AppError('ENGINE_FAILED', {}, { cause: new Error(detail) });
