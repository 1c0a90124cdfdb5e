/** More than the last report of `-progress` takes. */
const TAIL_CHARS = 4_096;
const MARK = 'out_time_us=';

/** How far ffmpeg came, by the last report of `-progress`. */
export class WrittenTime {
  private tail = '';

  /** Takes standard output as it comes. */
  take(chunk: Buffer): void {
    this.tail = (this.tail + chunk.subarray(-TAIL_CHARS).toString('latin1')).slice(-TAIL_CHARS);
  }

  /** Where the output ends; undefined if nothing was written. */
  get ms(): number | undefined {
    const at = this.tail.lastIndexOf(MARK);
    const microseconds = at < 0 ? Number.NaN : Number.parseInt(this.tail.slice(at + MARK.length), 10);
    return Number.isFinite(microseconds) ? microseconds / 1000 : undefined;
  }
}
