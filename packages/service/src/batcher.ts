interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/** How much a {@link Batcher} does at once. */
interface BatchLimits {
  /** Items that one batch holds at most. */
  readonly size: number;
  /** Batches in progress at once. */
  readonly atOnce: number;
}

/** Runs items of many callers in batches: the next batch collects items while others run. */
export class Batcher<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private running = 0;

  /** @param work - returns the answers in the order of the items; if it throws, all items fail with that error */
  constructor(
    private readonly work: (items: readonly In[]) => Promise<PromiseSettledResult<Out>[]>,
    private readonly limits: BatchLimits,
  ) {}

  run(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.begin();
    });
  }

  private begin(): void {
    if (this.running >= this.limits.atOnce || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, this.limits.size);
    this.running += 1;
    void this.finish(batch).finally(() => {
      this.running -= 1;
      this.begin();
    });
  }

  private async finish(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, place) => {
        const result = results[place];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new TypeError('an item of a batch has no answer'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
