/**
 * `npm run fuzz`: mutates small valid files of every format at random and sends them through everything that reads uploads
 * outside the jail. `--minutes n` (5), `--seed n` to repeat the same mutations; `--again <file>` reads one saved input that
 * failed, whose name begins with its format.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA, main, Problem, say } from '@filemill/local-stack';
import { makeCorpus } from './fuzz/corpus.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { nameOf } from './fuzz/protocol.ts';
import { type Finding, readInput } from './fuzz/read-input.ts';
import { ReadingThread } from './fuzz/reading-thread.ts';
import { printResult, saveFindings } from './fuzz/report.ts';

/** Reads one saved input, whose name begins with its format. @returns number of failures */
async function readAgain(path: string, maxCpuMs: number): Promise<number> {
  const name = basename(path);
  const format = name.split('-')[0] ?? '';
  const findings: Finding[] = [];
  const thread = new ReadingThread();
  const report = (finding: Finding): void => void findings.push(finding);
  const input = { index: 0, name, format, changes: [], bytes: readFileSync(path) };
  const calls = await readInput(thread, input, { maxCpuMs, report });
  for (const call of calls)
    console.log(`${call.cpuMs.toFixed(1).padStart(8)} ms  ${nameOf(call)}: ${call.outcome ?? 'no error'}`);
  for (const { kind, reader, detail } of findings) console.log(`${kind}: ${reader}: ${detail}`);
  await thread.end();
  return findings.length;
}

const data = `${DATA}/fuzz`;
/** docs/security.md, "What reads uploaded files". */
const MAX_CPU_MS = 100;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  /** Path of a saved input. */
  readonly again: string | undefined;
}

/** Reads the arguments of the command. */
function optionsOf(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { minutes: text, seed: text, again: text } });
  const [minutes, seed] = [Number(values.minutes ?? 5), Number(values.seed ?? randomInt(2 ** 31))];
  if (!(minutes > 0 && Number.isInteger(seed))) throw new Problem('--minutes and --seed take numbers.');
  return { minutes, seed, again: values.again };
}

await main(async () => {
  const { minutes, seed, again } = optionsOf(process.argv.slice(2));
  if (again !== undefined) process.exit((await readAgain(again, MAX_CPU_MS)) > 0 ? 1 : 0);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  say('Making files of every format');
  const corpus = await makeCorpus(`${data}/corpus`);
  say(`${minutes} minutes of mutations of ${corpus.length} files, --seed ${seed}`);
  const endsAt = performance.now() + minutes * 60_000;
  const result = await fuzz({
    corpus,
    seed,
    threads: availableParallelism(),
    isOver: () => performance.now() > endsAt,
    maxCpuMs: MAX_CPU_MS,
    onFinding: saveFindings(data, seed),
  });
  printResult(result, seed);
  process.exit(result.findings.length > 0 ? 1 : 0);
});
