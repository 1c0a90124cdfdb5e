import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Refused } from './refused.js';

/** libarchive's bsdtar, of Debian's package. */
export const BSDTAR = '/usr/bin/bsdtar';
/** 7-Zip, of Debian's package. */
export const SEVEN_ZIP = '/usr/bin/7z';
/** The Unarchiver, of Debian's package; it reads RAR. */
export const UNAR = '/usr/bin/unar';

/** libburnia's xorriso, of Debian's package; it writes discs. */
export const XORRISO = '/usr/bin/xorriso';

/** A program in the jail that runs next to this one. */
export interface Program {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has exited with 0. @throws {ProgramFailed} otherwise */
  readonly ended: Promise<void>;
  kill(): void;
}

/** It did not exit with 0. */
export class ProgramFailed extends Error {}

const STDERR_CHARACTERS = 4_000;

/**
 * @param stdin - an open file to read from, or `pipe`
 * @param stdout - `ignore` if no code reads it
 */
export function startProgram(
  path: string,
  args: readonly string[],
  {
    stdin = 'ignore',
    stdout = 'pipe',
    cwd,
  }: { stdin?: 'pipe' | 'ignore' | number; stdout?: 'pipe' | 'ignore'; cwd?: string } = {},
): Program {
  const child: ChildProcess = spawn(path, args, { stdio: [stdin, stdout, 'pipe'], ...(cwd && { cwd }) });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < STDERR_CHARACTERS) stderr += text;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new ProgramFailed(`${path} ${code ?? signal}: ${stderr}`));
    });
  });
  // The waiting code gets the error; this prevents an unhandled rejection until then.
  ended.catch(() => undefined);
  return {
    stdin: child.stdin as Writable,
    stdout: child.stdout as Readable,
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * Passes everything to a reader, even after it has found the end: the rest may contain the checksum of the whole. The
 * caller checks how the reader ends.
 */
export async function feedAll(parts: AsyncIterable<Buffer>, { stdin }: Program): Promise<void> {
  const closed = new Promise<void>((resolve) => stdin.once('close', resolve));
  stdin.on('error', () => undefined); // the exit code decides
  for await (const part of parts) {
    if (stdin.destroyed || stdin.write(part)) continue;
    await Promise.race([closed, new Promise<void>((resolve) => stdin.once('drain', resolve))]);
  }
  stdin.end();
}

/** The error of the file that explains a reader's failure. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof ProgramFailed)) return error;
  if (/encrypt|passphrase|password/i.test(error.message)) return new Refused('encrypted');
  if (/allocate (?:\w+ )?memory/i.test(error.message)) return new Refused('memory');
  return new Refused('corrupt', 'it cannot be unpacked');
}
