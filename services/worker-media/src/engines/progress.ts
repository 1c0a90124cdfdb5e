import { LineReader } from '@filemill/worker';

/** Longer than any line of `-progress` that ffmpeg writes; the longest have about 40 characters. */
const MAX_LINE_BYTES = 256;

/**
 * Turns the lines of `-progress` into fractions. `out_time_us` is used: `out_time_ms` is in microseconds too.
 *
 * @param durationMs - of the input; without one nothing is reported
 * @param onProgress - 0 to 1, rising
 * @returns a function that accepts any amount of standard output in pieces
 */
export function readProgress(
  durationMs: number | undefined,
  onProgress: (fraction: number) => void,
): (chunk: Buffer) => void {
  let last = 0;
  const lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => {
    const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? 0);
    const fraction = durationMs ? Math.min(1, microseconds / 1000 / durationMs) : 0;
    if (fraction <= last) return;
    last = fraction;
    onProgress(fraction);
  });
  return (chunk) => lines.add(chunk);
}

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

  /** Pictures that ffmpeg left out, because the output holds fewer a second. */
  get leftOut(): number {
    return this.last('drop_frames') ?? 0;
  }

  private last(name: string): number | undefined {
    const mark = `${name}=`;
    const at = this.tail.lastIndexOf(mark);
    const number = at < 0 ? Number.NaN : Number.parseInt(this.tail.slice(at + mark.length), 10);
    return Number.isFinite(number) ? number : undefined;
  }
}
