import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ELSEWHERE, FAULTS } from './faults/index.mjs';

/** @returns results by fault: of each the newest */
const load = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Notes what became of a fault, in the place of what an earlier drill noted. */
export function keepResult(file, result) {
  writeFileSync(file, JSON.stringify({ ...load(file), [result.id]: result }, null, 2));
}

const HEAD = `# Fault drills

Written by \`npm run drill\`; do not edit. It starts a stack of its own, whose parts reach Redis, Postgres, the store and
the ledger through proxies, keeps mixed work of guests, users and an API key going (5 % hostile files), breaks one thing
at a time, heals it, and checks after each time by one script (\`load-tests/drill/invariants.mjs\`) that

- every accepted conversion has ended in time, the harmless ones completed, with one output that is the same as ever;
- each completed one is charged once and no failed one; counters, totals and days are the sums of the ledger;
- nothing is left: no object without a row, no part of an upload, no folder of a job, no process without its worker; past
  the hour the store is empty;
- no answer was missing or 5xx before the fault or later than 10 s after it, and within it only 503 with \`Retry-After\`.

*Serves again* is the time after the fault's end until every part is ready and a new guest has fetched a converted picture;
*all ended* until the last conversion that was accepted before the fault's end has ended. Seconds, slowest run.
In tier \`drill\` a fault lasts 10 s at most, in \`full\` as long as its title says.
*Machine* is the load average of the machine meanwhile, this stack's own share included: above twice the cores the times
say more of what else was running.
`;

const slowest = (runs, field) =>
  runs.some((run) => typeof run[field] !== 'number') ? 'never' : Math.max(...runs.map((run) => run[field]));

function row({ id, tier, at, seed, store, runs }) {
  const fault = FAULTS.find((it) => it.id === id);
  const passed = runs.filter(({ faults }) => faults.length === 0).length;
  const notes = [...new Set(runs.flatMap((run) => [...run.faults.slice(0, 3), ...run.notes]))].slice(0, 4);
  const cells = [
    `${id} ${fault?.title ?? ''}`,
    `${passed === runs.length ? 'passed' : '**failed**'} (${passed} of ${runs.length})`,
    slowest(runs, 'servesAfterS'),
    slowest(runs, 'endedAfterS'),
    runs.reduce((sum, { accepted }) => sum + accepted, 0),
    Math.max(...runs.map(({ machineLoad }) => machineLoad ?? 0)) || '',
    store,
    `${at.slice(0, 16).replace('T', ' ')}, ${tier}`,
    seed,
    notes.join('; ').replaceAll('|', '/'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Writes the page of all results that are kept; nothing where there are none. */
export function writePage(file, page) {
  const results = Object.values(load(file)).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (results.length === 0) return;
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
