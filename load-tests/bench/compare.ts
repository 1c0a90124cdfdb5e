import { median, throughput, type Work } from '../shared/measure.ts';

/** `0.0571` s as `57.1 ms`. */
export const ms = (value: number): string => `${(value * 1000).toFixed(1)} ms`;
/** Runs a second. */
export const rate = (value: number): string => `${value.toFixed(2)}/s`;
/** A ratio. */
export const times = (value: number): string => `${value.toFixed(2)} x`;

/** Prints one line: what was measured, the figures, the goal. */
export function report(
  what: string,
  figures: Readonly<Record<string, string | number>>,
  goal?: string,
): void {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${what.padEnd(44)} ${cells.join('   ')}${goal ? `   (goal ${goal})` : ''}`);
}

/** Rounds in which the bare engine and the service take turns, so that both see the same machine. */
const ROUNDS = 3;

/** Runs at once. */
export interface InFlight {
  readonly bareInFlight: number;
  readonly serviceInFlight: number;
}

/** Measures the bare engine and the service in turn, saturated. @returns medians, in runs a second */
export async function saturated(
  count: number,
  bareRun: Work,
  serviceRun: Work,
  { bareInFlight, serviceInFlight }: InFlight,
): Promise<{ bare: number; service: number; ratio: number }> {
  const rounds: { bare: number; service: number; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await throughput(count, bareInFlight, bareRun);
    const service = await throughput(count, serviceInFlight, serviceRun);
    rounds.push({ bare, service, ratio: service / bare });
  }
  return {
    bare: median(rounds.map(({ bare }) => bare)),
    service: median(rounds.map(({ service }) => service)),
    ratio: median(rounds.map(({ ratio }) => ratio)),
  };
}
