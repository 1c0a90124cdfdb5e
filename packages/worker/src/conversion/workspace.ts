import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { removeFolder } from '../jail/remove-folder.js';

/** What is removed synchronously, at most: freeing the blocks of a large file takes the kernel long. */
const AT_ONCE = { bytes: 8 * 1024 * 1024, files: 16 };

/** The two folders that one engine's jail shows. */
interface StepFolder {
  readonly in: string;
  readonly out: string;
}

/**
 * A fresh folder on disk for one attempt at one conversion, removed when it has ended. What an engine leaves in its
 * `out` is written by the jailed program: only plain files are taken from it, by moving them to the root, where no jail
 * reaches.
 * The calls are synchronous: each takes some microseconds, and a tenth of what one in another thread costs.
 */
export class Workspace {
  readonly root: string;
  private steps = 0;
  /** What was made or moved here; files that are gone again are among them. */
  private readonly files = new Set<string>();
  private readonly folders: string[] = [];
  private bytes = 0;

  /** Creates nothing on disk yet. */
  constructor(parent: string) {
    this.root = join(parent, `job-${randomUUID()}`);
  }

  make(): void {
    mkdirSync(this.root, { mode: 0o700 });
    this.folders.push(this.root);
  }

  /** Path of the upload or of an accepted output. */
  path(name: string): string {
    const path = join(this.root, name);
    this.files.add(path);
    return path;
  }

  /** Counts bytes that were put here. */
  holds(bytes: number): void {
    this.bytes += bytes;
  }

  newStep(): StepFolder {
    const step = this.steps++;
    const folder = { in: join(this.root, `in-${step}`), out: join(this.root, `out-${step}`) };
    mkdirSync(folder.in);
    mkdirSync(folder.out);
    this.folders.push(folder.in, folder.out);
    return folder;
  }

  /** Moves a file of the root into the folder that a jail shows. @returns its new path */
  give(folder: StepFolder, path: string, name: string): string {
    const target = join(folder.in, name);
    this.files.add(target);
    renameSync(path, target);
    return target;
  }

  /**
   * Removes all that is known to be here, without another thread and without looking into folders.
   *
   * @returns false if something is left: files that an engine made, or many bytes
   */
  removeKnown(): boolean {
    if (this.bytes > AT_ONCE.bytes || this.files.size > AT_ONCE.files) return false;
    try {
      for (const path of this.files) removeFile(path);
      for (const path of this.folders.toReversed()) rmdirSync(path);
      return true;
    } catch {
      return false; // the caller removes the rest, and reports what is wrong
    }
  }

  /**
   * Moves a finished file out of a jail's reach. Moving does not follow a link at the end of the path, and only files
   * directly in `out` are accepted, so no link on the way can be followed either.
   *
   * @returns the size in bytes
   * @throws {AppError} ENGINE_FAILED if it is missing, empty, or not a plain file of one name
   */
  take(folder: StepFolder, path: string, to: string): number {
    if (dirname(path) !== folder.out) throw new AppError('INTERNAL', { detail: 'output outside its folder' });
    try {
      renameSync(path, to);
    } catch (error) {
      throw new AppError('ENGINE_FAILED', {}, { cause: error });
    }
    const stat = lstatSync(to);
    if (!stat.isFile() || stat.nlink !== 1 || stat.size === 0) {
      throw new AppError('ENGINE_FAILED', {}, { cause: new Error('the output is no plain, filled file') });
    }
    this.holds(stat.size);
    return stat.size;
  }
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

const RETRY_MS = 3_000;

/**
 * Removes the folders of jobs. If that fails (no file descriptors left, for instance), it retries until the folder is
 * gone: an uploaded file stays on disk only as long as the fault lasts.
 */
export class Leftovers {
  private readonly paths = new Set<string>();
  private trying: Promise<void> | undefined;

  constructor(private readonly logger: Logger) {}

  async remove(path: string): Promise<void> {
    try {
      await removeFolder(path);
    } catch (err) {
      this.logger.warn({ err, path }, 'the folder of a job cannot be removed yet');
      this.paths.add(path);
      this.trying ??= this.tryAgain();
    }
  }

  private async tryAgain(): Promise<void> {
    while (this.paths.size > 0) {
      await sleep(RETRY_MS, undefined, { ref: false });
      for (const path of this.paths) {
        const isGone = await removeFolder(path).then(
          () => true,
          () => false, // logged at the first try
        );
        if (isGone) this.paths.delete(path);
      }
    }
    this.trying = undefined;
  }
}
