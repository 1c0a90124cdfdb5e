import { median, throughput, type Work } from '../shared/measure.ts';

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
