/** Lines after this many characters are cut: what calibre says about a broken book may be long. */
const MAX_LINE = 1_000;

/** Reads calibre's standard output, where a line may begin with how far it has come: `34% Running transforms`. */
export class PercentLines {
  /** The last that was told. */
  percent = 0;
  private rest = '';

  /** @param onProgress - takes 0 to 1 */
  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      const percent = /^(\d{1,3})% /.exec(line)?.[1];
      if (percent === undefined || Number(percent) > 100) continue;
      this.percent = Number(percent);
      this.onProgress(this.percent / 100);
    }
  }
}
