/**
 * `npm run fuzz`: mutates small valid files of every format at random and sends them through everything that reads uploads
 * outside the jail. `--minutes n` (5), `--seed n` to repeat the same mutations; `--again <file>` reads one saved input that
 * failed, whose name begins with its format.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA, main, Problem, ROOT, say } from '@filemill/local-stack';
import { makeCorpus } from './fuzz/corpus.ts';
import { type Finding, type FuzzResult, fuzz, readInput } from './fuzz/fuzz.ts';
import { nameOf } from './fuzz/protocol.ts';
import { ReadingThread } from './fuzz/reading-thread.ts';

const data = `${DATA}/fuzz`;
/** docs/security.md, "What reads uploaded files". */
const MAX_CPU_MS = 100;
/** Number of failing inputs that are kept for each kind of failure. */
const KEPT_OF_A_KIND = 3;

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

const lineOf = ({ kind, reader, detail }: Finding): string =>
  `${kind}: ${reader}: ${detail.split('\n').slice(0, 2).join(' ')}`;

/** Reads one saved input. @returns number of failures */
async function readAgain(path: string): Promise<number> {
  const name = basename(path);
  const format = name.split('-')[0] ?? '';
  const findings: Finding[] = [];
  const thread = new ReadingThread();
  const report = (finding: Finding): void => void findings.push(finding);
  const input = { index: 0, name, format, changes: [], bytes: readFileSync(path) };
  const calls = await readInput(thread, input, { maxCpuMs: MAX_CPU_MS, report });
  for (const call of calls)
    console.log(`${call.cpuMs.toFixed(1).padStart(8)} ms  ${nameOf(call)}: ${call.outcome ?? 'no error'}`);
  for (const { kind, reader, detail } of findings) console.log(`${kind}: ${reader}: ${detail}`);
  await thread.end();
  return findings.length;
}

/** @returns a function that saves a failing input, and prints the command that reads it again */
function keeper(seed: number): (finding: Finding) => void {
  const seen = new Map<string, number>();
  return (finding) => {
    const key = `${finding.input?.format} ${lineOf(finding).replaceAll(/\d+/g, '#')}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > KEPT_OF_A_KIND) return;
    say(lineOf(finding));
    if (!finding.input) return;
    const { format, index, name, changes, bytes } = finding.input;
    const path = `${data}/${format}-${seed}-${index}.bin`;
    writeFileSync(path, bytes);
    console.log(`          ${name}, ${changes.join(' + ')}: npm run fuzz -- --again ${relative(ROOT, path)}`);
  };
}

function print({ inputs, formats, slowest, findings }: FuzzResult, seed: number): void {
  console.log('\nformat     inputs   own  other  unknown  refused  slowest');
  for (const [format, counts] of [...formats].sort()) {
    const { own, other, unknown, refused, slowestMs } = counts;
    const cells = [counts.inputs, own, other, unknown, refused].map((cell, i) =>
      String(cell).padStart([6, 5, 6, 8, 8][i] ?? 0),
    );
    console.log(`${format.padEnd(10)} ${cells.join(' ')} ${slowestMs.toFixed(1).padStart(6)} ms`);
  }
  console.log('\nThe slowest calls, in processor time:');
  for (const { cpuMs, reader, name, changes, sizeBytes } of slowest)
    console.log(
      `${cpuMs.toFixed(1).padStart(8)} ms  ${reader}: ${name}, ${changes.join(' + ')}, ${sizeBytes} bytes`,
    );
  console.log(`\n${inputs} inputs, ${findings.length} findings; --seed ${seed}`);
}

await main(async () => {
  const { minutes, seed, again } = optionsOf(process.argv.slice(2));
  if (again !== undefined) process.exit((await readAgain(again)) > 0 ? 1 : 0);
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
    onFinding: keeper(seed),
  });
  print(result, seed);
  process.exit(result.findings.length > 0 ? 1 : 0);
});
