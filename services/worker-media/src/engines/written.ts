/** Longer than the last report of `-progress`. */
const TAIL_CHARS = 4_096;

/** How far ffmpeg came, according to the last report of `-progress`. */
export class WrittenLength {
  private tail = '';

  /** Accepts standard output in pieces. */
  take(chunk: Buffer): void {
    this.tail = (this.tail + chunk.subarray(-TAIL_CHARS).toString('latin1')).slice(-TAIL_CHARS);
  }

  /** The end of the output, without the duration of its last pictures; undefined if nothing was written. */
  get ms(): number | undefined {
    const microseconds = this.last('out_time_us');
    return microseconds === undefined ? undefined : microseconds / 1000;
  }

  /** Pictures of the first video stream; undefined if there is none. */
  get pictures(): number | undefined {
    return this.last('frame');
  }

  private last(name: string): number | undefined {
    const mark = `${name}=`;
    const at = this.tail.lastIndexOf(mark);
    const number = at < 0 ? Number.NaN : Number.parseInt(this.tail.slice(at + mark.length), 10);
    return Number.isFinite(number) ? number : undefined;
  }
}
