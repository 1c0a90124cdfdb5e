/** Numbers from 0 to 1, the same in every run (mulberry32): a table in a document must not change by itself. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The instants at which slots are free, soonest first: a binary heap. */
class Slots {
  #at = [];

  get size() {
    return this.#at.length;
  }

  get soonest() {
    return this.#at[0];
  }

  add(instant) {
    let place = this.#at.push(instant) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at[parent] <= instant) break;
      this.#at[place] = this.#at[parent];
      place = parent;
    }
    this.#at[place] = instant;
  }

  /** The slot that is free soonest is busy until `instant`. */
  occupy(instant) {
    const last = this.#at.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#at[child + 1] < this.#at[child]) child += 1;
      if (this.#at[child] >= instant) break;
      this.#at[place] = this.#at[child];
      place = child;
    }
    this.#at[place] = instant;
  }
}

/** Service times with a long tail: log-normal, by mean and variation. */
function serviceTimes(mean, variation, random) {
  const sigma2 = Math.log(1 + variation ** 2);
  const mu = Math.log(mean) - sigma2 / 2;
  // Box and Muller.
  return () =>
    Math.exp(
      mu + Math.sqrt(sigma2) * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    );
}

const percentileOf = (values, fraction) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
};

/** Arrivals of a run; the first half fills the slots and is not counted. */
const ARRIVALS = 6_000;

/**
 * A lane at a steady rate: Poisson arrivals, first come first served.
 *
 * @param {{ arrivals: number, serviceSeconds: number, variation: number, slots: number }} lane - arrivals a second
 * @returns {{ meanWaitSeconds: number, p95WaitSeconds: number }}
 */
export function simulateLane({ arrivals, serviceSeconds, variation, slots }, seed = 1) {
  const random = randomFrom(seed);
  const service = serviceTimes(serviceSeconds, variation, random);
  const free = new Slots();
  // Some slots are busy at the start, so that the lane is in its steady state at once.
  for (let slot = 0; slot < slots; slot++)
    free.add(random() < (arrivals * serviceSeconds) / slots ? service() * random() : 0);
  const waits = [];
  let now = 0;
  for (let job = 0; job < ARRIVALS; job++) {
    now -= Math.log(1 - random()) / arrivals;
    const begins = Math.max(now, free.soonest);
    free.occupy(begins + service());
    if (job >= ARRIVALS / 2) waits.push(begins - now);
  }
  const meanWaitSeconds = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return { meanWaitSeconds, p95WaitSeconds: percentileOf(waits, 0.95) };
}

/**
 * A lane whose load rises from the mean of the day to its peak within `riseSeconds`. An autoscaler counts waiting and running
 * jobs every `lookSeconds`, and orders pods up to `mostSlots`, which are ready `startSeconds` later.
 *
 * @returns {{ p95WaitSeconds: number, mostWaitSeconds: number, slots: number }} over the rise and ten minutes after it
 */
export function simulateRise(
  { mean, peak, serviceSeconds, variation },
  { utilisation, slotsOfPod, mostSlots, riseSeconds = 60, lookSeconds = 15, startSeconds = 45, seed = 1 },
) {
  const random = randomFrom(seed);
  const service = serviceTimes(serviceSeconds, variation, random);
  const slotsFor = (busy) => Math.max(2, Math.ceil(busy / utilisation / slotsOfPod)) * slotsOfPod;
  const free = new Slots();
  for (let slot = slotsFor(mean * serviceSeconds); slot > 0; slot--) free.add(0);
  let ordered = free.size;
  const [waiting, ends, waits] = [[], [], []];
  let first = 0;
  // Slots ordered at one check are ready after the next one: a job that begins before it cannot use them.
  const beginUntil = (instant) => {
    for (; first < waiting.length; first++) {
      const begins = Math.max(waiting[first], free.soonest);
      if (begins > instant) return;
      const end = begins + service();
      free.occupy(end);
      ends.push(end);
      waits.push(begins - waiting[first]);
    }
  };
  let looksAt = lookSeconds;
  for (let now = 0; now < riseSeconds + 600; ) {
    const rate = mean + (peak - mean) * Math.min(1, now / riseSeconds);
    now -= Math.log(1 - random()) / rate;
    for (; looksAt <= now; looksAt += lookSeconds) {
      beginUntil(looksAt);
      const present = waiting.length - first + ends.filter((end) => end > looksAt).length;
      for (const wanted = Math.min(mostSlots, slotsFor(present)); ordered < wanted; ordered++)
        free.add(looksAt + startSeconds);
    }
    waiting.push(now);
  }
  beginUntil(Number.POSITIVE_INFINITY);
  return {
    p95WaitSeconds: percentileOf(waits, 0.95),
    mostWaitSeconds: waits.reduce((most, wait) => Math.max(most, wait), 0),
    slots: ordered,
  };
}
