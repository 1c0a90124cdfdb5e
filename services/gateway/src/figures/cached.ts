/** A value that is asked for at most once per `ttlMs`, by one caller for all who ask meanwhile. */
export class Cached<T> {
  private value: { value: T; untilMs: number } | undefined;
  private asking: Promise<T> | undefined;

  constructor(
    private readonly ttlMs: number,
    private readonly ask: () => Promise<T>,
  ) {}

  /** @throws whatever `ask` throws; a failure is not kept */
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
