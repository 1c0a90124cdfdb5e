import { AppError } from '@filemill/errors';
import type { EngineId } from '@filemill/formats';
import type { Clock } from '@filemill/platform';
import { jobMemory, type Limits, LineReader, resourceLimits, type Step } from '@filemill/worker';

const PROCESSES = 64;

/** Limits of a program that reads or writes a book, except its time. */
export function bookResources(engine: EngineId) {
  const { cpuSeconds, outputBytes } = resourceLimits('ebook', Number.POSITIVE_INFINITY);
  return { cpuSeconds, ...jobMemory(engine), fileBytes: outputBytes, processes: PROCESSES };
}

/**
 * Milliseconds for a program that reads or writes a book: at most until the deadline of its conversion.
 *
 * @throws {AppError} ENGINE_TIMEOUT if no time is left
 */
export function wallMsOf({ deadlineMs }: Step, clock: Clock): number {
  const { wallMs = Number.POSITIVE_INFINITY } = resourceLimits('ebook', Number.POSITIVE_INFINITY);
  const leftMs = Math.min(wallMs, deadlineMs - clock.nowMs());
  if (leftMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return leftMs;
}

/**
 * All limits of a program that reads or writes a book.
 *
 * @param engine - that starts the program
 *
 * @throws {AppError} as {@link wallMsOf}
 */
export const ebookLimits = (engine: EngineId, step: Step, clock: Clock): Limits => ({
  ...bookResources(engine),
  wallMs: wallMsOf(step, clock),
});

/** Lines are cut after this many bytes: calibre's messages about a broken book may be long. */
const MAX_LINE_BYTES = 1_000;

/** Reads output in which a line may begin with the progress, such as calibre's: `34% Running transforms`. */
export class PercentLines {
  /** The last reported progress. */
  percent = 0;
  private readonly lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => this.read(line));

  /**
   * @param onProgress - takes 0 to 1
   * @param onLine - receives every other line
   */
  constructor(
    private readonly onProgress: (fraction: number) => void,
    private readonly onLine: (line: string) => void = () => undefined,
  ) {}

  add(chunk: Buffer): void {
    this.lines.add(chunk);
  }

  private read(line: string): void {
    const percent = /^(\d{1,3})% /.exec(line)?.[1];
    if (percent === undefined || Number(percent) > 100) this.onLine(line);
    else this.report(Number(percent));
  }

  private report(percent: number): void {
    this.percent = percent;
    this.onProgress(percent / 100);
  }
}
