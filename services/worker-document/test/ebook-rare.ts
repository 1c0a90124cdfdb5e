import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Formats of old readers that the functions below read. */
export const RARE_BOOKS: readonly string[] = ['lit', 'lrf', 'rb', 'snb'];

const script = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    // calibre draws SVG by Qt, which would look for a screen.
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
  });

/** The pages of a book of Microsoft Reader, unpacked by ConvertLIT; the text of the others, by readers of our own. */
export function readRareBook(path: string, format: string): string {
  if (format === 'lit') return readLit(path);
  if (format === 'lrf') return run('/usr/bin/python3', script('read-lrf.py'), path);
  return run('/usr/bin/python3', script('read-rare-book.py'), format, path);
}

/** Pictures of a Rocket eBook as they are stored, or of a book of Bambook in the order of its lines. */
export function picturesOfRareBook(path: string, format: 'rb' | 'snb'): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'rare-'));
  try {
    run('/usr/bin/python3', script('read-rare-book.py'), format, path, folder);
    return readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Books that no other program writes than calibre, and its arguments beside those for every book. */
const WRITTEN_BY_CALIBRE: Readonly<Record<string, readonly string[]>> = {
  lit: [],
  lrf: [],
  pdb: ['--pdb-output-encoding=utf-8'],
  tcr: [],
  htmlz: [],
  // With an author in Cyrillic nothing in it would be found.
  rb: ['--authors=Ada Miller'],
  // It fails where it should make a picture smaller.
  snb: ['--output-profile=tablet'],
  txtz: ['--txt-output-formatting=markdown'],
};
/** calibre itself cannot write these of a book with a drawing; of one of its own without drawings it can. */
const MADE_OF: Readonly<Record<string, string>> = { snb: 'book.lit', txtz: 'book.lit' };

/** Has calibre itself, not our engine, write the formats that it alone writes. @returns the path of each, by format */
export function writeRareBooks(epub: string, folder: string, ...args: readonly string[]): [string, string][] {
  return Object.entries(WRITTEN_BY_CALIBRE).map(([format, own]) => {
    const path = join(folder, `book.${format}`);
    const source = MADE_OF[format];
    run('/usr/bin/ebook-convert', source ? join(folder, source) : epub, path, ...own, ...args);
    return [format, path];
  });
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
