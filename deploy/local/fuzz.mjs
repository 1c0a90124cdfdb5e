/**
 * `npm run fuzz`: changes small right files of every format at random and sends them through everything that reads
 * uploads outside the jail. `--minutes n` (5), `--seed n` to draw the same changes again; `--again <file>` reads one
 * input that went wrong, whose name begins with its format.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { Problem, say } from './report.mjs';

const data = `${DATA}/fuzz`;
/** docs/security.md, "What reads uploaded files". */
const MAX_CPU_MS = 100;
/** Number of failing inputs that are kept for each kind of failure. */
const KEPT_OF_A_KIND = 3;

function asked(args) {
  const number = { type: 'string' };
  const { values } = parseArgs({ args, options: { minutes: number, seed: number, again: number } });
  const [minutes, seed] = [Number(values.minutes ?? 5), Number(values.seed ?? randomInt(2 ** 31))];
  if (!(minutes > 0 && Number.isInteger(seed))) throw new Problem('--minutes and --seed take numbers.');
  return { minutes, seed, again: values.again };
}

const lineOf = ({ kind, reader, detail }) =>
  `${kind}: ${reader}: ${detail.split('\n').slice(0, 2).join(' ')}`;

async function again(path) {
  const { lookAt, nameOf } = await import(`${ROOT}/load-tests/fuzz/fuzz.mjs`);
  const { ReadingThread } = await import(`${ROOT}/load-tests/fuzz/reading-thread.mjs`);
  const format = basename(path).split('-')[0];
  const findings = [];
  const thread = new ReadingThread();
  const report = (kind, reader, detail) => findings.push({ kind, reader, detail });
  const input = { index: 0, format, bytes: readFileSync(path) };
  const calls = await lookAt(thread, input, { maxCpuMs: MAX_CPU_MS, report });
  for (const call of calls)
    console.log(`${call.cpuMs.toFixed(1).padStart(8)} ms  ${nameOf(call)}: ${call.outcome ?? 'no error'}`);
  for (const { kind, reader, detail } of findings) console.log(`${kind}: ${reader}: ${detail}`);
  await thread.end();
  return findings.length;
}

/** Saves a failing input, and prints the command that reads it again. */
function keeper(seed) {
  const seen = new Map();
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

function print({ inputs, formats, slowest, findings }, seed) {
  console.log('\nformat     inputs   own  other  unknown  refused  slowest');
  for (const [format, counts] of [...formats].sort()) {
    const { own, other, unknown, refused, slowestMs } = counts;
    const cells = [counts.inputs, own, other, unknown, refused].map((cell, i) =>
      String(cell).padStart([6, 5, 6, 8, 8][i]),
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

await command(
  'deploy/local/fuzz.mjs',
  async (args) => {
    const options = asked(args);
    if (options.again) process.exit((await again(options.again)) > 0 ? 1 : 0);
    const { minutes, seed } = options;
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    const { makeCorpus } = await import(`${ROOT}/load-tests/fuzz/corpus.mjs`);
    const { fuzz } = await import(`${ROOT}/load-tests/fuzz/fuzz.mjs`);
    say('Making files of every format');
    const corpus = await makeCorpus(`${data}/corpus`);
    say(`${minutes} minutes of changes of ${corpus.length} files, --seed ${seed}`);
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
  },
  { testing: true },
);
