import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT, say } from '@filemill/local-stack';
import type { FuzzResult } from './fuzz.ts';
import type { Finding } from './read-input.ts';

/** Number of failing inputs that are kept for each kind of failure. */
const KEPT_OF_A_KIND = 3;

const lineOf = ({ kind, reader, detail }: Finding): string =>
  `${kind}: ${reader}: ${detail.split('\n').slice(0, 2).join(' ')}`;

/** @returns a function that saves a failing input, and prints the command that reads it again */
export function saveFindings(folder: string, seed: number): (finding: Finding) => void {
  const seen = new Map<string, number>();
  return (finding) => {
    const key = `${finding.input?.format} ${lineOf(finding).replaceAll(/\d+/g, '#')}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > KEPT_OF_A_KIND) return;
    say(lineOf(finding));
    if (!finding.input) return;
    const { format, index, name, changes, bytes } = finding.input;
    const path = `${folder}/${format}-${seed}-${index}.bin`;
    writeFileSync(path, bytes);
    console.log(`          ${name}, ${changes.join(' + ')}: npm run fuzz -- --again ${relative(ROOT, path)}`);
  };
}

/** Prints the results by format, and the slowest calls. */
export function printResult({ inputs, formats, slowest, findings }: FuzzResult, seed: number): void {
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
