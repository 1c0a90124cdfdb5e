import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EngineContext, JailedServer, JobFolder, jobMemory } from '@filemill/worker';
import { documentFields, type Filters, filtersOf, formatOf } from './filters.js';

const INPUT = 'in';
const OUTPUT = 'out';

/** Folder of the source, settings, samples and the compiled program; its path in the jail. */
const NATIVE = fileURLToPath(new URL('../../native/', import.meta.url));
const JAILED_NATIVE = '/office';
/** Converted before the first job, so that the filters are loaded. */
const SAMPLES: readonly Filters[] = ['docx', 'xlsx', 'pptx'].map((id) =>
  filtersOf(formatOf(id), formatOf('pdf')),
);
/** Fontconfig's list of the system's fonts: without it each start would read every font. */
const FONT_CACHE = '/var/cache/fontconfig';

/**
 * GStreamer plays films for LibreOffice, and for each film it waits some seconds for a helper process that cannot start.
 * So the jail shows an empty file instead.
 */
const GSTREAMER_PLUGIN = '/usr/lib/libreoffice/program/libavmediagst.so';

/** A start takes half a second on an idle machine. */
const START_MS = 60_000;
/** The server ends a job whose time is up; if it reports nothing for this time longer, the server itself hangs. */
const GRACE_MS = 2_000;
/** After a cancellation, the server must answer within this time. */
const CANCEL_MS = 700;
/** The server itself only waits; a job's own limit is set in its child. */
const SERVER_CPU_SECONDS = 7 * 24 * 3600;
const PROCESSES = 128;
/** The longest answer has about 40 characters. */
const MAX_LINE_BYTES = 256;

/** One conversion by LibreOffice. */
export interface OfficeJob {
  readonly inputPath: string;
  readonly filters: Filters;
  /** The file is damaged: recover what can be read. */
  readonly repair: boolean;
  /** Host folder for the outputs. */
  readonly outputFolder: string;
  readonly wallMs: number;
  readonly cpuSeconds: number;
  readonly addressSpaceBytes: number;
  readonly fileBytes: number;
}

/**
 * `load`, `save`, `confine`: this step failed. `full`: a file grew beyond the job's limit. `empty`: a damaged file without text
 * or pictures. `sheet`: the file has no sheet of the wanted number.
 */
type OfficeJobEnd =
  | 'saved'
  | 'load'
  | 'save'
  | 'empty'
  | 'sheet'
  | 'confine'
  | 'timeout'
  | 'cancelled'
  | 'full'
  | 'crashed';

/** The answer of the server to a job. */
interface OfficeAnswer {
  readonly end: OfficeJobEnd;
  /** Highest resident memory of the job's process. */
  readonly peakBytes: number;
}

/** How a job ended, and its files on the host. */
export interface OfficeResult extends OfficeAnswer {
  readonly outputs: readonly string[];
  /** LibreOffice's last output, for the log. */
  readonly stderr: string;
}

/** What the job that runs waits for. */
interface PendingJob {
  readonly onPercent: (percent: number) => void;
  readonly resolve: (answer: OfficeAnswer) => void;
  readonly reject: (reason: OfficeServerLost) => void;
}

/** The server ended during a job, by itself or because it stopped answering. */
export class OfficeServerLost extends Error {}

/** One jailed fork server: LibreOffice, loaded once, and a child of it per job. See native/office-fork.c. */
export class OfficeServer extends JailedServer {
  /** The current job. */
  private job: PendingJob | undefined;

  /** @throws {Error} if the program is not compiled, or LibreOffice does not start */
  static async start(context: EngineContext): Promise<OfficeServer> {
    if (!existsSync(join(NATIVE, 'build/office-fork'))) {
      throw new Error(`${NATIVE}build/office-fork is missing: run ${NATIVE}build.sh`);
    }
    const folder = await JobFolder.create(await context.scratch('office'));
    const process = context.spawn({
      program: `${JAILED_NATIVE}/build/office-fork`,
      args: [
        `${JAILED_NATIVE}/settings.xcu`,
        '/job/in',
        '/job/out',
        ...SAMPLES.map((filters) =>
          documentFields(
            `${JAILED_NATIVE}/samples/${INPUT}.${filters.inputExtension}`,
            `/job/out/sample.${filters.outputExtension}`,
            filters,
            false,
          ).join('\t'),
        ),
      ],
      folder: folder.paths,
      limits: {
        wallMs: Number.POSITIVE_INFINITY,
        cpuSeconds: SERVER_CPU_SECONDS,
        ...jobMemory('libreoffice'),
        fileBytes: 1024 ** 3,
        processes: PROCESSES,
      },
      readOnly: [
        { source: NATIVE, target: JAILED_NATIVE },
        ...(existsSync(GSTREAMER_PLUGIN) ? [{ source: '/dev/null', target: GSTREAMER_PLUGIN }] : []),
        ...(existsSync(FONT_CACHE) ? [{ source: FONT_CACHE }] : []),
      ],
      env: { TMPDIR: '/job/out', FONTCONFIG_FILE: `${JAILED_NATIVE}/fonts.conf` },
    });
    const server = new OfficeServer(process, folder, MAX_LINE_BYTES);
    await server.waitUntilReady("LibreOffice's fork server", START_MS);
    await folder.keep();
    // No job needs the outputs of the samples.
    await folder.empty();
    return server;
  }

  /**
   * Runs one job; the caller must not run two at a time.
   *
   * @param onPercent - 0 to 100, as LibreOffice's status bar would show it
   * @throws {OfficeServerLost}
   * @throws `signal.reason` within a second of an abort
   */
  async convert(
    job: OfficeJob,
    signal: AbortSignal,
    onPercent: (percent: number) => void,
  ): Promise<OfficeResult> {
    return this.runJob(async () => {
      const { filters } = job;
      const input = await this.folder.put(job.inputPath, `${INPUT}.${filters.inputExtension}`);
      const output = `/job/out/${OUTPUT}.${filters.outputExtension}`;
      const fields = [
        ...['job', ...documentFields(input, output, filters, job.repair)],
        ...[job.wallMs, job.cpuSeconds, job.addressSpaceBytes, job.fileBytes].map((value) =>
          Math.ceil(value),
        ),
      ];
      const done = await this.request(`${fields.join('\t')}\n`, job.wallMs, signal, onPercent);
      signal.throwIfAborted();
      const outputs =
        done.end === 'saved'
          ? await this.folder.take(await this.outputNames(filters.outputExtension), job.outputFolder)
          : [];
      return { ...done, outputs, stderr: this.stderr };
    });
  }

  /**
   * Names of the outputs in order: several sheets become several files, which the program numbers; empty ones are
   * dropped.
   */
  private async outputNames(extension: string): Promise<string[]> {
    const folder = this.folder.paths.out;
    const names = (await readdir(folder)).filter(
      (name) => name.startsWith(OUTPUT) && name.endsWith(`.${extension}`),
    );
    const sizes = await Promise.all(names.map(async (name) => (await lstat(join(folder, name))).size));
    return names.filter((_, index) => sizes[index] !== 0).sort();
  }

  private async request(
    line: string,
    wallMs: number,
    signal: AbortSignal,
    onPercent: (percent: number) => void,
  ): Promise<OfficeAnswer> {
    if (this.lost) throw new OfficeServerLost(`the server has ended: ${this.stderr}`);
    const { promise, resolve, reject } = Promise.withResolvers<OfficeAnswer>();
    this.job = { onPercent, resolve, reject };
    let timer = setTimeout(() => this.markLost('no answer in time'), wallMs + GRACE_MS);
    const onAbort = (): void => {
      this.process.stdin.write('cancel\n');
      clearTimeout(timer);
      timer = setTimeout(() => this.markLost('no answer to a cancel'), CANCEL_MS);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.process.stdin.write(line);
      if (signal.aborted) onAbort();
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.job = undefined;
    }
  }

  protected override receive(line: string): void {
    const [kind, value, , peakKb] = line.split('\t');
    if (kind === 'ready') this.markReady(Number(value) > 0);
    if (kind === 'progress') this.job?.onPercent(Number(value));
    if (kind === 'done') {
      this.job?.resolve({ end: value as OfficeJobEnd, peakBytes: Number(peakKb) * 1024 });
    }
  }

  protected override endJob(why: string): void {
    this.job?.reject(new OfficeServerLost(`${why}: ${this.stderr}`));
  }
}
