/** A counter at a time of the monotonic clock. */
interface Reading {
  readonly count: number;
  readonly atMs: number;
}

/** Period over which a rate is measured. */
const SPAN_MS = 60_000;
/** A shorter period would be random. */
const MIN_SPAN_MS = 1_000;

/** The rate of an external counter over the last minute. */
export class Rate {
  private readings: Reading[] = [];

  /**
   * Adds a reading. A lower value than the last means that the counter was reset.
   *
   * @param atMs - ms of a monotonic clock
   */
  read(count: number, atMs: number): void {
    const last = this.readings.at(-1);
    if (last && count < last.count) this.readings = [];
    this.readings = [...this.readings.filter((reading) => atMs - reading.atMs <= SPAN_MS), { count, atMs }];
  }

  /** Per second, between the oldest and the newest reading; undefined while they are less than 1 s apart. */
  get perSecond(): number | undefined {
    const [first, last] = [this.readings[0], this.readings.at(-1)];
    if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS) return undefined;
    return ((last.count - first.count) / (last.atMs - first.atMs)) * 1_000;
  }
}
