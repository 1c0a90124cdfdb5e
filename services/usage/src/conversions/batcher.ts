interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatchLimits {
  /** Items that one batch holds at most. */
  readonly size: number;
  /** Batches that are under way at once. */
  readonly atOnce: number;
}

/** Does together what many callers ask for at once: the next batch gathers while others are under way, so nobody waits alone. */
export class Batcher<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private underWay = 0;

  /** @param work - answers for each item in its place; if it throws, that is the answer for all of them */
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
    if (this.underWay >= this.limits.atOnce || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, this.limits.size);
    this.underWay += 1;
    void this.finish(batch).finally(() => {
      this.underWay -= 1;
      this.begin();
    });
  }

  private async finish(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, place) => {
        const result = results[place];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new TypeError('an item of a batch without an answer'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
