import { LineReader } from '@filemill/worker';

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
