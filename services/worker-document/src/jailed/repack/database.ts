import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RepackWork } from './work.js';

/** Of a larger database the copies would not fit into the job's folder in time. */
const MAX_BYTES = 512 * 1024 ** 2;
/** Read and write version, 2 if changes go to a log beside the file: https://sqlite.org/fileformat2.html, 1.3. */
const VERSIONS = { at: 18, bytes: 2 };

/**
 * Writes a database again without free pages and gaps, by SQLite itself: `VACUUM INTO` keeps all rows with their numbers, the
 * schema, the size of pages and the numbers that programs store in the header. A database that SQLite cannot copy, because it is
 * damaged or needs functions of its program, stays as it is.
 *
 * @see https://sqlite.org/lang_vacuum.html
 */
export function repackDatabase({ input, output, folder }: RepackWork): void {
  if (statSync(input).size > MAX_BYTES || !vacuumed(input, output, folder)) {
    rmSync(output, { force: true });
    copyFileSync(input, output);
  } else writeVersions(output, readVersions(input));
}

function vacuumed(input: string, output: string, folder: string): boolean {
  // A database whose changes go to a log needs a file beside it.
  const copy = `${folder}/database`;
  copyFileSync(input, copy);
  const database = new DatabaseSync(copy);
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    const checked = database.prepare('PRAGMA quick_check(1)').get();
    if (Object.values(checked ?? {})[0] !== 'ok') return false;
    database.prepare('VACUUM INTO ?').run(output);
    return existsSync(output);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    return false;
  } finally {
    database.close();
  }
}

function readVersions(path: string): Buffer {
  const file = openSync(path, 'r');
  const versions = Buffer.alloc(VERSIONS.bytes);
  readSync(file, versions, 0, VERSIONS.bytes, VERSIONS.at);
  closeSync(file);
  return versions;
}

function writeVersions(path: string, versions: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, versions, 0, VERSIONS.bytes, VERSIONS.at);
  closeSync(file);
}
