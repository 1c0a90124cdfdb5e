/** A counter at an instant of the monotonic clock. */
interface Reading {
  readonly count: number;
  readonly atMs: number;
}

/** Span over which a rate is taken. */
const SPAN_MS = 60_000;
/** Less would be chance. */
const MIN_SPAN_MS = 1_000;

/** How fast a counter of somebody else's grows, over the last minute. */
export class Rate {
  private readings: Reading[] = [];

  /**
   * Takes a reading. One below the last means that the counter began anew.
   *
   * @param atMs - ms, of a clock that only goes forward
   */
  read(count: number, atMs: number): void {
    const last = this.readings.at(-1);
    if (last && count < last.count) this.readings = [];
    this.readings = [...this.readings.filter((reading) => atMs - reading.atMs <= SPAN_MS), { count, atMs }];
  }

  /** Per second, between the oldest and the newest reading; undefined before they are 1 s apart. */
  get perSecond(): number | undefined {
    const [first, last] = [this.readings[0], this.readings.at(-1)];
    if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS) return undefined;
    return ((last.count - first.count) / (last.atMs - first.atMs)) * 1_000;
  }
}
