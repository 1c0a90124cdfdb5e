/** Lines after this many characters are cut: what calibre says about a broken book may be long. */
const MAX_LINE = 1_000;

/** Reads an output in which a line may begin with how far the program has come, as calibre's does: `34% Running transforms`. */
export class PercentLines {
  /** The last that was told. */
  percent = 0;
  private rest = '';

  /**
   * @param onProgress - takes 0 to 1
   * @param onLine - hears of every other line
   */
  constructor(
    private readonly onProgress: (fraction: number) => void,
    private readonly onLine: (line: string) => void = () => undefined,
  ) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      const percent = /^(\d{1,3})% /.exec(line)?.[1];
      if (percent === undefined || Number(percent) > 100) this.onLine(line);
      else this.tell(Number(percent));
    }
  }

  private tell(percent: number): void {
    this.percent = percent;
    this.onProgress(percent / 100);
  }
}
