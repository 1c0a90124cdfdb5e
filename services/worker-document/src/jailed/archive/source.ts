import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ArchiveLimits, Judge, type Plan } from './judge.js';
import { parseLine } from './listing.js';
import { BSDTAR, refusalOf, SEVEN_ZIP, start } from './programs.js';
import { Refused } from './refused.js';
import { BLOCK_BYTES, isTarHeader } from './tar-header.js';

/** Compressors that a tar may be in, by the word that forces 7z to it. */
const COMPRESSORS: Readonly<Record<string, string>> = { 'tar.bz2': 'bzip2', 'tar.xz': 'xz' };
const LOOK_MS = 250;

/** The archive that is read, always by the same program: what it lists is what it unpacks. */
export class Source {
  readonly sizeBytes: number;

  constructor(
    readonly path: string,
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
    await this.checkTar();
    const judge = new Judge(limits, this.sizeBytes);
    const file = openSync(this.path, 'r');
    const bsdtar = start(BSDTAR, ['-tv', '--numeric-owner', '-f', '-'], { stdin: file });
    const timer = setInterval(() => onProgress(positionOf(file) / this.sizeBytes), LOOK_MS);
    try {
      for await (const line of createInterface({ input: bsdtar.stdout })) judge.add(parseLine(line));
      await bsdtar.ended.catch((error: unknown) => {
        throw refusalOf(error);
      });
      return judge.finish();
    } finally {
      clearInterval(timer);
      bsdtar.kill();
      closeSync(file);
    }
  }

  /** All of it as one tar stream in the order of the list; `ended` rejects when the archive is broken. */
  open(): { readonly stream: AsyncIterable<Buffer>; readonly ended: Promise<void>; kill(): void } {
    const bsdtar = start(BSDTAR, ['-cf', '-', '--format=pax', `@${this.path}`]);
    const ended = bsdtar.ended.catch((error: unknown) => {
      throw refusalOf(error);
    });
    ended.catch(() => undefined);
    return { stream: bsdtar.stdout, ended, kill: bsdtar.kill };
  }

  /**
   * bsdtar decides by itself what it finds behind a compressor, and would follow a list of files (mtree) to others. So
   * that it is a tar is seen to before: for gzip by the reader of headers, for these two here.
   */
  private async checkTar(): Promise<void> {
    const type = COMPRESSORS[this.format];
    if (!type) return;
    const reader = start(SEVEN_ZIP, ['x', `-t${type}`, '-so', '-y', this.path]);
    let head = Buffer.alloc(0);
    for await (const chunk of reader.stdout) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= BLOCK_BYTES) break;
    }
    reader.kill();
    if (!isTarHeader(head.subarray(0, BLOCK_BYTES))) throw new Refused('not-tar');
  }
}

/** How far a program has read a file that it shares with this one: proc(5), fdinfo. */
const positionOf = (file: number): number =>
  Number(/^pos:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1] ?? 0);
