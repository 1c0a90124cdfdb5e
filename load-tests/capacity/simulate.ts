import { percentile } from '../shared/measure.ts';
import { createRandom } from '../shared/random.ts';

/** The instants at which slots are free, soonest first: a binary heap. */
class Slots {
  readonly #at: number[] = [];

  get size(): number {
    return this.#at.length;
  }

  get soonest(): number {
    return this.#freeAt(0);
  }

  add(instant: number): void {
    let place = this.#at.push(instant) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#freeAt(parent) <= instant) break;
      this.#at[place] = this.#freeAt(parent);
      place = parent;
    }
    this.#at[place] = instant;
  }

  /** The slot that is free soonest is busy until `instant`. */
  occupy(instant: number): void {
    const last = this.#at.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#freeAt(child + 1) < this.#freeAt(child)) child += 1;
      if (this.#freeAt(child) >= instant) break;
      this.#at[place] = this.#freeAt(child);
      place = child;
    }
    this.#at[place] = instant;
  }

  /** @returns the instant of a place in the heap; without slots, never */
  #freeAt(place: number): number {
    return this.#at[place] ?? Number.POSITIVE_INFINITY;
  }
}

/** Service times with a long tail: log-normal, by mean and variation. */
function serviceTimes(mean: number, variation: number, random: () => number): () => number {
  const sigma2 = Math.log(1 + variation ** 2);
  const mu = Math.log(mean) - sigma2 / 2;
  // Box and Muller.
  return () =>
    Math.exp(
      mu + Math.sqrt(sigma2) * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    );
}

/** Arrivals of a run; the first half fills the slots and is not counted. */
const ARRIVALS = 6_000;

/** What a job of a lane costs. */
interface Service {
  readonly serviceSeconds: number;
  /** Standard deviation divided by the mean. */
  readonly variation: number;
}

/** A lane at a steady rate. */
export interface SteadyLane extends Service {
  /** Arrivals a second. */
  readonly arrivals: number;
  readonly slots: number;
}

/** A lane whose load rises; arrivals a second. */
export interface RisingLane extends Service {
  readonly mean: number;
  readonly peak: number;
}

/** How an autoscaler works. */
export interface Autoscaler {
  /** Share of slots that it wants to be busy. */
  readonly utilisation: number;
  readonly slotsOfPod: number;
  readonly mostSlots: number;
  readonly riseSeconds?: number;
  readonly lookSeconds?: number;
  readonly startSeconds?: number;
}

/** The seed of all simulations: a table in a document must not change by itself. */
const SEED = 1;

/** A lane at a steady rate: Poisson arrivals, first come first served. */
export function simulateLane({ arrivals, serviceSeconds, variation, slots }: SteadyLane): {
  meanWaitSeconds: number;
  p95WaitSeconds: number;
} {
  const random = createRandom(SEED).next;
  const service = serviceTimes(serviceSeconds, variation, random);
  const free = new Slots();
  // Some slots are busy at the start, so that the lane is in its steady state at once.
  for (let slot = 0; slot < slots; slot++)
    free.add(random() < (arrivals * serviceSeconds) / slots ? service() * random() : 0);
  const waits: number[] = [];
  let now = 0;
  for (let job = 0; job < ARRIVALS; job++) {
    now -= Math.log(1 - random()) / arrivals;
    const begins = Math.max(now, free.soonest);
    free.occupy(begins + service());
    if (job >= ARRIVALS / 2) waits.push(begins - now);
  }
  const meanWaitSeconds = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return { meanWaitSeconds, p95WaitSeconds: percentile(waits, 0.95) };
}

/**
 * A lane whose load rises from the mean of the day to its peak within `riseSeconds`. An autoscaler counts waiting and running
 * jobs every `lookSeconds`, and orders pods up to `mostSlots`, which are ready `startSeconds` later.
 *
 * @returns waits over the rise and ten minutes after it
 */
export function simulateRise(
  { mean, peak, serviceSeconds, variation }: RisingLane,
  { utilisation, slotsOfPod, mostSlots, riseSeconds = 60, lookSeconds = 15, startSeconds = 45 }: Autoscaler,
): { p95WaitSeconds: number; mostWaitSeconds: number; slots: number } {
  const random = createRandom(SEED).next;
  const service = serviceTimes(serviceSeconds, variation, random);
  const slotsFor = (busy: number): number =>
    Math.max(2, Math.ceil(busy / utilisation / slotsOfPod)) * slotsOfPod;
  const free = new Slots();
  for (let slot = slotsFor(mean * serviceSeconds); slot > 0; slot--) free.add(0);
  let ordered = free.size;
  const waiting: number[] = [];
  const ends: number[] = [];
  const waits: number[] = [];
  // Slots ordered at one check are ready after the next one: a job that begins before it cannot use them.
  const beginUntil = (instant: number): void => {
    for (const arrivedAt of waiting.slice(waits.length)) {
      const begins = Math.max(arrivedAt, free.soonest);
      if (begins > instant) return;
      const end = begins + service();
      free.occupy(end);
      ends.push(end);
      waits.push(begins - arrivedAt);
    }
  };
  let looksAt = lookSeconds;
  for (let now = 0; now < riseSeconds + 600; ) {
    const rate = mean + (peak - mean) * Math.min(1, now / riseSeconds);
    now -= Math.log(1 - random()) / rate;
    for (; looksAt <= now; looksAt += lookSeconds) {
      beginUntil(looksAt);
      const present = waiting.length - waits.length + ends.filter((end) => end > looksAt).length;
      for (const wanted = Math.min(mostSlots, slotsFor(present)); ordered < wanted; ordered++)
        free.add(looksAt + startSeconds);
    }
    waiting.push(now);
  }
  beginUntil(Number.POSITIVE_INFINITY);
  return {
    p95WaitSeconds: percentile(waits, 0.95),
    mostWaitSeconds: waits.reduce((most, wait) => Math.max(most, wait), 0),
    slots: ordered,
  };
}
