/** A value that is read at most once per `ttlMs`, by one call for all simultaneous callers. */
export class Cached<T> {
  private value: { value: T; untilMs: number } | undefined;
  private asking: Promise<T> | undefined;

  constructor(
    private readonly ttlMs: number,
    private readonly ask: () => Promise<T>,
  ) {}

  /** @throws whatever `ask` throws; an error is not cached */
  async get(): Promise<T> {
    if (this.value && performance.now() < this.value.untilMs) return this.value.value;
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    const value = await this.asking;
    this.value = { value, untilMs: performance.now() + this.ttlMs };
    return value;
  }
}
