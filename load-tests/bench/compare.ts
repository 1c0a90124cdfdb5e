import { latency, median, throughput, type Work } from '../shared/measure.ts';

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

/** The same work by a bare engine and by the whole service. */
export interface Pair {
  /** What the bare engine is called in the report. */
  readonly engine: string;
  readonly bare: Work;
  readonly service: Work;
}

/** Measures both on an idle machine, and prints the medians of `runs` runs and how much faster the service is. */
export async function compareAlone(what: string, pair: Pair, runs: number, goal?: string): Promise<void> {
  const bare = await latency(runs, pair.bare);
  const service = await latency(runs, pair.service);
  const figures = { [pair.engine]: ms(bare), service: ms(service), ratio: times(bare / service) };
  report(`${what}, alone, p50`, figures, goal);
}

/** Rounds in which the bare engine and the service take turns, so that both see the same machine. */
const ROUNDS = 3;

/** How much is sent. */
export interface Saturation {
  /** Runs in each round. */
  readonly count: number;
  readonly bareInFlight: number;
  readonly serviceInFlight: number;
}

/** Measures both in turn with all cores busy, and prints medians. */
export async function compareSaturated(
  what: string,
  { engine, bare, service }: Pair,
  { count, bareInFlight, serviceInFlight }: Saturation,
  goal?: string,
): Promise<void> {
  const rounds: { bare: number; service: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      bare: await throughput(count, bareInFlight, bare),
      service: await throughput(count, serviceInFlight, service),
    });
  const figures = {
    [engine]: rate(median(rounds.map((round) => round.bare))),
    service: rate(median(rounds.map((round) => round.service))),
    ratio: times(median(rounds.map((round) => round.service / round.bare))),
  };
  report(`  ${what}`, figures, goal);
}
