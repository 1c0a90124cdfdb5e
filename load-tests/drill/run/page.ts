import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DATA, ROOT } from '@filemill/local-stack';
import type { Tier } from '../faults/fault.ts';
import { ELSEWHERE, FAULTS } from '../faults/index.ts';
import type { FaultResult, Instant, RunResult } from './results.ts';

/** The results of one fault in one tier, as they are stored. */
interface Summary {
  readonly id: string;
  readonly tier: Tier;
  /** ISO 8601. */
  readonly at: string;
  readonly seed: number;
  readonly store: string;
  /** Number of runs, and how many of them passed. */
  readonly runs: number;
  readonly passed: number;
  readonly servesAfterS: Instant;
  readonly endedAfterS: Instant;
  /** Conversions that were accepted. */
  readonly accepted: number;
  readonly machineLoad: number;
  readonly notes: string;
}

/** @returns summaries by fault and tier, of each the newest */
const load = (file: string): Record<string, Summary> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

/** The slowest of all runs, in seconds; `never` if one run did not reach it. */
function slowest(instants: readonly Instant[]): Instant {
  const seconds = instants.filter((instant) => instant !== 'never');
  return seconds.length < instants.length ? 'never' : Math.max(...seconds);
}

const notesOf = (runs: readonly RunResult[]): string =>
  [...new Set(runs.flatMap(({ faults, notes }) => [...faults.slice(0, 3), ...notes]))]
    .slice(0, 4)
    .join('; ')
    .replaceAll('|', '/');

const summaryOf = ({ runs, ...result }: FaultResult, seed: number): Summary => ({
  ...result,
  seed,
  runs: runs.length,
  passed: runs.filter(({ faults }) => faults.length === 0).length,
  servesAfterS: slowest(runs.map(({ servesAfterS }) => servesAfterS)),
  endedAfterS: slowest(runs.map(({ endedAfterS }) => endedAfterS)),
  accepted: runs.reduce((sum, { accepted }) => sum + accepted, 0),
  machineLoad: Math.max(...runs.map(({ machineLoad }) => machineLoad)),
  notes: notesOf(runs),
});

/** Where a drill stores its results. @param data - folder of the drill */
export const summariesFile = (data: string): string => `${data}/summaries.json`;

/** Stores the result of a fault; it replaces the result of an earlier drill of the same tier. */
export function keepResult(file: string, result: FaultResult, seed: number): void {
  keep(file, [summaryOf(result, seed)]);
}

function keep(file: string, summaries: readonly Summary[]): void {
  const all = load(file);
  for (const summary of summaries) all[`${summary.id} ${summary.tier}`] = summary;
  const sorted = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

const HEAD = `# Fault drills

Written by \`npm run drill\`; do not edit. It starts a separate stack, whose parts reach Redis, Postgres, the store and the
ledger through proxies. While guests, users and an API key send mixed work (5 % hostile files), it injects one fault at a
time, ends it, and one script (\`load-tests/drill/checks/invariants.ts\`) then checks that

- every accepted conversion has ended in time, the harmless ones completed, with one output that is the same in every run;
- each completed one is charged once and no failed one; counters, totals and days are the sums of the ledger;
- nothing is left: no object without a row, no part of an upload, no folder of a job, no process without its worker; after
  the hour the store is empty;
- no response was missing or 5xx before the fault or later than 10 s after it, and within it only 503 with \`Retry-After\`.

*Serves again* is the time after the fault's end until every part is ready and a new guest has fetched a converted picture;
*all ended* is the time until the last conversion accepted before the fault's end has ended. Seconds, slowest run.
In tier \`drill\` a fault lasts 10 s at most, in \`ci\` 2 s, in \`full\` as long as its title says; F39 has its full length in
all of them. *Machine* is the load average of the machine during the run, including this stack: above twice the number of
cores, other processes dominate the times.
`;

function row(summary: Summary): string {
  const { id, tier, at, seed, store, runs, passed, accepted, machineLoad, notes } = summary;
  const fault = FAULTS.find((it) => it.id === id);
  const cells = [
    `${id} ${fault?.title ?? ''}`,
    `${passed === runs ? 'passed' : '**failed**'} (${passed} of ${runs})`,
    summary.servesAfterS,
    summary.endedAfterS,
    accepted,
    machineLoad || '',
    store,
    `${at.slice(0, 16).replace('T', ' ')}, ${tier}`,
    seed,
    notes,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Files of the page. */
interface PageFiles {
  /** Results of this machine's drills. */
  readonly fresh: string;
  /** Results of all machines. */
  readonly kept: string;
  readonly page: string;
}

/** Adds the results of this machine's drills to those of all machines, and writes the page. */
export function writePage({ fresh, kept, page }: PageFiles): void {
  keep(kept, Object.values(load(fresh)));
  const results = Object.values(load(kept));
  const table = [
    '| Fault | Verdict | Serves again | All ended | Conversions | Machine | Store | When (UTC), tier | Seed | Notes |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(row),
  ];
  const missing = FAULTS.filter(({ id }) => !results.some((result) => result.id === id));
  const notRun = missing.map(({ id, title }) => `- ${id} ${title}`);
  const elsewhere = Object.entries(ELSEWHERE).map(([id, reason]) => `| ${id} | ${reason} |`);
  const parts = [
    HEAD,
    table.join('\n'),
    ...(notRun.length > 0 ? [`\nNot run yet:\n\n${notRun.join('\n')}`] : []),
    `\n## Not drilled here\n\n| Fault | Why, and what stands in for it |\n| --- | --- |\n${elsewhere.join('\n')}`,
  ];
  writeFileSync(page, `${parts.join('\n')}\n`);
}

// `npm run drill` runs this file last, as the user who may write into the checkout.
if (process.argv[1] === import.meta.filename)
  writePage({
    fresh: summariesFile(`${DATA}/drill`),
    kept: `${ROOT}/docs/drills.json`,
    page: `${ROOT}/docs/drills.md`,
  });
