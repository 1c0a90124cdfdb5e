import type { Input } from './input.ts';
import { type Call, nameOf } from './protocol.ts';

/** Results of the inputs of one format: its own format detected, another, none, or a refusal. */
export interface FormatCounts {
  inputs: number;
  own: number;
  other: number;
  unknown: number;
  refused: number;
  slowestMs: number;
}

/** One of the slowest calls. */
export interface SlowCall {
  readonly cpuMs: number;
  readonly reader: string;
  readonly name: string;
  readonly changes: readonly string[];
  readonly sizeBytes: number;
}

/** Counts the detection result: its own format, another one, none, or refused. */
export function count(formats: Map<string, FormatCounts>, format: string, calls: readonly Call[]): void {
  const counts = formats.get(format) ?? { inputs: 0, own: 0, other: 0, unknown: 0, refused: 0, slowestMs: 0 };
  formats.set(format, counts);
  counts.inputs++;
  const seen = calls[0]?.outcome;
  if (seen === undefined) counts.unknown++;
  else if (seen === format) counts.own++;
  else if (/^[A-Z_]+$/.test(seen)) counts.refused++;
  else counts.other++;
  counts.slowestMs = Math.max(counts.slowestMs, ...calls.map(({ cpuMs }) => cpuMs));
}

const SLOWEST_KEPT = 5;

/** Keeps the slowest calls of a run. */
export function keepSlowest(
  slowest: SlowCall[],
  calls: readonly Call[],
  { name, changes, bytes }: Input,
): void {
  for (const call of calls) {
    if (slowest.length === SLOWEST_KEPT && call.cpuMs <= (slowest.at(-1)?.cpuMs ?? 0)) continue;
    slowest.push({ cpuMs: call.cpuMs, reader: nameOf(call), name, changes, sizeBytes: bytes.length });
    slowest.sort((a, b) => b.cpuMs - a.cpuMs);
    slowest.length = Math.min(slowest.length, SLOWEST_KEPT);
  }
}
