import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FormatSpec, registry } from '@filemill/formats';
import type { Category } from '@filemill/product';

const TIME_MS = 120_000;

/** Command line of each ordinary program, from the input and the folder for results. */
const PROGRAMS = {
  ffmpeg: (input: string) => [
    ...['ffmpeg', '-v', 'error', '-nostdin', '-progress', 'pipe:1', '-i', input, '-f', 'null', '-'],
  ],
  vips: (input: string, out: string) => ['vips', 'copy', input, `${out}/picture.png`],
  soffice: (input: string, out: string, home: string) => [
    'soffice',
    `-env:UserInstallation=file://${home}/profile`,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    out,
    input,
  ],
  pdftoppm: (input: string, out: string) => ['pdftoppm', '-r', '24', '-png', input, `${out}/page`],
  bsdtar: (input: string, out: string) => ['bsdtar', '-xf', input, '-C', out],
  // Entities that files of the publisher declare are no error of the document.
  xmllint: (input: string, out: string) => ['xmllint', '--nonet', '--output', `${out}/tree.xml`, input],
  'ebook-convert': (input: string, out: string) => ['ebook-convert', input, `${out}/book.txt`],
  unar: (input: string, out: string) => ['unar', '-quiet', '-output-directory', out, input],
  pillow: (input: string, out: string) => [
    '/usr/bin/python3',
    '-c',
    'import sys; from PIL import Image; Image.open(sys.argv[1]).convert("RGBA").save(sys.argv[2])',
    input,
    `${out}/picture.png`,
  ],
  fontTools: (input: string, out: string) => [
    '/usr/bin/python3',
    '-c',
    'import sys; from fontTools.ttLib import TTFont; f = TTFont(sys.argv[1]); f.flavor = None; f.save(sys.argv[2])',
    input,
    `${out}/font`,
  ],
} satisfies Record<string, (input: string, out: string, home: string) => readonly string[]>;

type Program = keyof typeof PROGRAMS;

/** The second program runs if the first fails: libvips reads no tiles in planes, libarchive no solid RAR. */
const PROGRAMS_OF_CATEGORY: Readonly<Record<Category, readonly Program[]>> = {
  image: ['vips', 'pillow'],
  audio: ['ffmpeg'],
  video: ['ffmpeg'],
  document: ['soffice'],
  presentation: ['soffice'],
  archive: ['bsdtar', 'unar'],
  ebook: ['ebook-convert'],
  font: ['fontTools'],
};
const PROGRAMS_OF_FORMAT: Readonly<Record<string, readonly Program[]>> = {
  pdf: ['pdftoppm'],
  ico: ['pillow', 'ffmpeg'],
  // vips makes a black picture of a header without a picture.
  fits: ['pillow'],
};
/** Markups in XML; pandoc, which converts them, is not asked about itself. */
const IN_XML: ReadonlySet<string> = new Set(['xml', 'docbook', 'jats', 'opml', 'ttml']);

/** LibreOffice opens any text as plain text, which says nothing about subtitles, nor about XML. */
function programsOf({ id, category, read }: FormatSpec): readonly Program[] {
  if (read?.subtitles) return ['ffmpeg'];
  if (IN_XML.has(id)) return ['xmllint'];
  return PROGRAMS_OF_FORMAT[id] ?? PROGRAMS_OF_CATEGORY[category];
}

/** How a program ended. */
interface Ended {
  readonly failed: boolean;
  readonly stdout: string;
  /** What it printed for people. */
  readonly said: string;
}

const run = (command: readonly string[], home: string): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8' };
    const options = { cwd: home, env, timeout: TIME_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 24 } as const;
    execFile(
      'prlimit',
      ['--as=8589934592', '--fsize=1073741824', ...command],
      options,
      (error, stdout, stderr) =>
        resolve({ failed: error !== null, stdout, said: `${stderr || stdout}`.trim() }),
    );
  });

/** A smaller share of a file counts as nothing read, as in the rule on damaged files. */
const LEAST_SHARE = 1 / 20;

/**
 * Whether ffmpeg read at least a twentieth of the declared duration: a truncated file decodes without an error. For some
 * truncated files ffprobe calculates the duration from the remaining data; mediainfo reports the one in the header.
 */
async function readsEnough(input: string, home: string, progress: string): Promise<boolean> {
  const probe = ['ffprobe', '-v', 'quiet', '-show_entries', 'format=duration', '-of', 'csv=p=0', input];
  const header = ['mediainfo', '--Output=General;%Duration%', input];
  const probedS = Number((await run(probe, home)).stdout) || 0;
  const declaredS = Math.max(probedS, Number((await run(header, home)).stdout) / 1000 || 0);
  const readS = Number([...progress.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? 0) / 1e6;
  return readS > 0 ? !(readS < declaredS * LEAST_SHARE) : /^frame=[1-9]/m.test(progress);
}

/** Whether an ordinary program opens a file. */
export interface OrdinaryAnswer {
  readonly program: string;
  readonly opens: boolean;
  /** What it printed for people. */
  readonly said: string;
}

/** Whether a folder holds a file with bytes in it, at any depth. */
const holdsBytes = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => {
    const stats = statSync(join(folder, name));
    return stats.isFile() && stats.size > 0;
  });

async function ask(program: Program, path: string, extension: string): Promise<OrdinaryAnswer> {
  const home = mkdtempSync(join(tmpdir(), 'ordinary-'));
  try {
    const input = join(home, `input.${extension}`);
    const out = join(home, 'out');
    mkdirSync(out);
    copyFileSync(path, input);
    const { failed, stdout, said } = await run(PROGRAMS[program](input, out, home), home);
    const opens =
      !failed && (program === 'ffmpeg' ? await readsEnough(input, home, stdout) : holdsBytes(out));
    return { program, opens, said: said.slice(-300) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Whether an ordinary program opens a file: bare, with a copy of it in a folder of its own, two minutes and bounded
 * memory. Must not be called as root.
 *
 * @param format - as which it is opened
 * @returns the answer of the first program that opens it, else of the last
 */
export async function askOrdinaryProgram(path: string, format: string): Promise<OrdinaryAnswer> {
  const spec = registry.format(format);
  if (!spec) throw new Error(`There is no format ${format}`);
  let answer: OrdinaryAnswer = { program: 'none', opens: false, said: '' };
  for (const program of programsOf(spec)) {
    answer = await ask(program, path, spec.extensions[0] ?? format);
    if (answer.opens) break;
  }
  return answer;
}
