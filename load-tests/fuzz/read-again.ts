import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { nameOf } from './protocol.ts';
import { type Finding, readInput } from './read-input.ts';
import { ReadingThread } from './reading-thread.ts';

/** Reads one saved input, whose name begins with its format. @returns number of failures */
export async function readAgain(path: string, maxCpuMs: number): Promise<number> {
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
