import { cost, median, throughput, type Work } from '../shared/measure.ts';

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

/** Both, each by what it needs. */
interface Sides<T> {
  readonly bare: T;
  readonly service: T;
}

/** Medians of what both need for one file, and how much faster the service is. */
interface Comparison {
  readonly seconds: Sides<number>;
  /** Processor seconds of the whole machine, its client included. */
  readonly processor: Sides<number>;
  /** Median of the ratios of the runs: above 1, the service is faster. */
  readonly ratio: number;
}

/** Runs both in turn, so that they see the same machine. @param measure - one run of one side */
async function inTurn(
  runs: number,
  pair: Pair,
  measure: (work: Work, side: keyof Sides<Work>) => Promise<{ seconds: number; processor: number }>,
): Promise<Comparison> {
  const all: Sides<{ seconds: number; processor: number }>[] = [];
  for (let run = 0; run < runs; run++)
    all.push({
      bare: await measure(pair.bare, 'bare'),
      service: await measure(pair.service, 'service'),
    });
  const medians = (kind: 'seconds' | 'processor') => ({
    bare: median(all.map(({ bare }) => bare[kind])),
    service: median(all.map(({ service }) => service[kind])),
  });
  return {
    seconds: medians('seconds'),
    processor: medians('processor'),
    ratio: median(all.map(({ bare, service }) => bare.seconds / service.seconds)),
  };
}

/** Measures both in turn on an idle machine, and prints the medians of `runs` runs. */
export async function compareAlone(
  what: string,
  pair: Pair,
  runs: number,
  goal?: string,
): Promise<Comparison> {
  await pair.bare();
  await pair.service();
  const all = await inTurn(runs, pair, cost);
  const { seconds } = all;
  const figures = {
    [pair.engine]: ms(seconds.bare),
    service: ms(seconds.service),
    added: ms(seconds.service - seconds.bare),
    ratio: times(all.ratio),
    ...processorOf(all),
  };
  report(`${what}, alone, p50`, figures, goal);
  return all;
}

const processorOf = ({ processor }: Comparison) => ({
  CPU: `${ms(processor.bare)} and ${ms(processor.service)}`,
});

/** Rounds in which the bare engine and the service take turns with all cores busy. */
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
  pair: Pair,
  { count, ...inFlight }: Saturation,
  goal?: string,
): Promise<Comparison> {
  const all = await inTurn(ROUNDS, pair, async (work, side) => {
    const spent = await cost(() => throughput(count, inFlight[`${side}InFlight`], work));
    return { seconds: spent.seconds / count, processor: spent.processor / count };
  });
  const figures = {
    [pair.engine]: rate(1 / all.seconds.bare),
    service: rate(1 / all.seconds.service),
    ratio: times(all.ratio),
    ...processorOf(all),
  };
  report(`  ${what}`, figures, goal);
  return all;
}
