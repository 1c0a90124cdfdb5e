import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Checksums } from './checksums.js';
import { type ArchiveLimits, Judge, type Plan } from './judge.js';
import { parseLine } from './listing.js';
import { holdsTar, plainTar } from './plain-tar.js';
import { BSDTAR, type Program, refusalOf, start } from './programs.js';

/** Formats whose list stands at one place: bsdtar goes there, and must not be fed from a pipe. */
const SEEKABLE = new Set(['zip', '7z']);
/** Arguments that come before the name of an archive. */
export const LIST = ['-tv', '--numeric-owner', '-f'] as const;
const READ_BYTES = 256 * 1024;
const LOOK_MS = 250;

/** A program that reads the archive, and how it ended. */
interface Reading {
  readonly stdout: Readable;
  /** Resolves when all is read. @throws {Refused} if the archive is broken */
  readonly ended: Promise<void>;
  /** Of the archive's bytes, 0 to 1. */
  progress(): number;
  kill(): void;
}

/** The archive that is read, always by the same program: what it lists is what it unpacks. */
export class Source {
  private readonly sizeBytes: number;

  constructor(
    private readonly path: string,
    private readonly format: string,
  ) {
    this.sizeBytes = statSync(path).size;
  }

  /**
   * Lists and judges everything.
   *
   * @param onProgress - of what has to be unpacked for it, 0 to 1
   * @throws {Refused} as soon as a limit is passed
   */
  async judge(limits: ArchiveLimits, onProgress: (fraction: number) => void): Promise<Plan> {
    const judge = new Judge(limits, this.sizeBytes);
    const reading = this.list();
    const timer = setInterval(() => onProgress(reading.progress()), LOOK_MS);
    try {
      for await (const line of createInterface({ input: reading.stdout })) judge.add(parseLine(line));
      await reading.ended;
      return judge.finish();
    } finally {
      clearInterval(timer);
      reading.kill();
    }
  }

  /** A line for each entry, for `parseLine`. */
  list(): Reading {
    return this.read(LIST);
  }

  checksums(): Promise<Checksums | undefined> {
    return Checksums.list(this.path, this.format);
  }

  /** All of it as one tar stream in the order of the list. */
  open(): Reading {
    return this.read(['-cf', '-', '--format=pax'], '@');
  }

  /** @param mark - in front of the name of the archive */
  private read(args: readonly string[], mark = ''): Reading {
    if (SEEKABLE.has(this.format)) {
      const bsdtar = start(BSDTAR, [...args, mark + this.path]);
      return readingOf(bsdtar, bsdtar.ended, () => 0);
    }
    // From a pipe: in a file bsdtar would look at the end as well, and take a RAR for the zip that it may hold there.
    const bsdtar = start(BSDTAR, [...args, `${mark}-`], { stdin: 'pipe' });
    const file = createReadStream(this.path, { highWaterMark: READ_BYTES });
    const feed = async (): Promise<void> => {
      await this.feed(file, bsdtar).catch((error: unknown) => {
        bsdtar.kill(); // it would wait for more
        throw error;
      });
      await bsdtar.ended;
    };
    return readingOf(bsdtar, feed(), () => file.bytesRead / this.sizeBytes);
  }

  /** To its end, also when bsdtar has seen its own before: what follows may hold the checksum of the whole. */
  private async feed(file: ReadStream, { stdin }: Program): Promise<void> {
    const closed = new Promise<void>((resolve) => stdin.once('close', resolve));
    stdin.on('error', () => undefined); // how bsdtar ended is what counts
    for await (const part of holdsTar(this.format) ? plainTar(file, this.format) : file) {
      if (stdin.destroyed || stdin.write(part)) continue;
      await Promise.race([closed, new Promise<void>((resolve) => stdin.once('drain', resolve))]);
    }
    stdin.end();
  }
}

function readingOf(program: Program, done: Promise<unknown>, progress: () => number): Reading {
  const ended = done.then(
    () => undefined,
    (error: unknown) => {
      throw refusalOf(error);
    },
  );
  // Whoever waits for it hears of it; until then it is no unhandled rejection.
  ended.catch(() => undefined);
  return { stdout: program.stdout, ended, progress, kill: program.kill };
}
