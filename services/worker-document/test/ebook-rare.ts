import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Formats of old readers that the functions below read. */
export const RARE_BOOKS: readonly string[] = ['lit', 'lrf'];

const SCRIPT = fileURLToPath(new URL('./fixtures/read-lrf.py', import.meta.url));
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });

/** The pages of a book of Microsoft Reader, unpacked by ConvertLIT; the text of one of Sony's, by a reader of our own. */
export function readRareBook(path: string, format: string): string {
  return format === 'lit' ? readLit(path) : run('/usr/bin/python3', SCRIPT, path);
}

function readLit(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lit-'));
  try {
    run('/usr/bin/clit', path, `${folder}/`);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.x?html?$/.test(name),
    );
    return pages
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
