import { readFileSync, writeFileSync } from 'node:fs';

const OUTCOMES = ['converted', 'salvaged', 'locked', 'overLimit', 'wronglyRefused', 'rightlyRefused'];
const TITLES = ['converted', 'salvaged', 'locked', 'over a limit', 'refused, but opens', 'refused rightly'];
/** Highest share of files that are refused although an ordinary program opens them. */
export const MAX_WRONGLY_REFUSED = 0.003;

const cell = (text) => String(text).replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 160);

/** Counts of a run by format, and the two figures that have goals. */
export function sumUp(results) {
  const formats = new Map();
  for (const { format, promised, outcome } of results) {
    const id = format ?? promised;
    const row = formats.get(id) ?? Object.fromEntries(OUTCOMES.map((name) => [name, 0]));
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
export function tableOf(results) {
  const { formats, wrong, share, engineFailed } = sumUp(results);
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
        `- ${source} \`${name}\` (${format ?? promised}): ${code}, ${cell(detail)}; opened by ${bare.program}`,
    ),
  ].join('\n');
}

/** Writes the page of the last run. */
export function writePage(resultsFile, page) {
  const { at, asked, missing, results } = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const ended = results.length < asked ? ` The run was ended early: ${asked} were to be tried.` : '';
  const absent = missing.length > 0 ? ` Not downloaded: ${missing.join(', ')}.` : '';
  const head = `# Real files

Written by \`npm run real-files -- --write\`; do not edit. It collects files from packages of Debian, PyPI and npm
(listed with their licences in \`load-tests/real-files/sources.mjs\`) and files installed on this machine, converts each in
the real jail with the real engines, and opens each refused file with another program. The format is detected by content,
else by the name.

${at.slice(0, 10)}: ${results.length} files.${ended}${absent}

`;
  writeFileSync(page, `${head}${tableOf(results)}\n`);
}
