import { link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunRequest, RunResult, Standby, StandbyRequest } from '../jail/sandbox.js';
import type { EngineContext } from './engine.js';

/** A program that stands by, with its limits and what it sees; its folders are made for it. */
export type StandbyProgram = Omit<StandbyRequest, 'folder'>;

/** A program's one job. */
export interface StandbyJob extends Pick<RunRequest, 'args' | 'signal' | 'onStdout'> {
  /** On the host; in the jail it has the same name in /job/in. */
  readonly inputPath: string;
  /** On the host; everything in the jail's /job/out is moved here. */
  readonly outputFolder: string;
  readonly wallMs: number;
}

/** One jailed program that waits for its arguments, with two folders of its own. It serves one job. */
export class StandbyProcess {
  private constructor(
    private readonly standby: Standby,
    private readonly folder: string,
  ) {}

  static async start(context: EngineContext, request: StandbyProgram): Promise<StandbyProcess> {
    const folder = await context.scratch(basename(request.program));
    const folders = { in: join(folder, 'in'), out: join(folder, 'out') };
    await Promise.all([mkdir(folders.in), mkdir(folders.out)]);
    return new StandbyProcess(context.standby({ ...request, folder: folders }), folder);
  }

  get isAlive(): boolean {
    return this.standby.alive;
  }

  /**
   * The input is linked and outputs are moved, so nothing is copied.
   *
   * @throws {AppError} as `EngineContext.run`
   */
  async run({ inputPath, outputFolder, ...job }: StandbyJob): Promise<RunResult> {
    await link(inputPath, join(this.folder, 'in', basename(inputPath)));
    const result = await this.standby.run(job);
    const out = join(this.folder, 'out');
    for (const name of await readdir(out)) await rename(join(out, name), join(outputFolder, name));
    return result;
  }

  /** Kills it and removes its folders. */
  async end(): Promise<void> {
    await this.standby.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
