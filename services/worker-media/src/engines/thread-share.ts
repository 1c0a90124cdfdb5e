/**
 * Shares the cores: a single video takes all of them, one that starts beside others takes its part. Audio encoders
 * have one thread, and finish soon.
 */
export class ThreadShare {
  private videos = 0;

  constructor(private readonly cores: number) {}

  /** @returns the number for `-threads`; dispose of it when the conversion ends */
  take(isVideo: boolean): { readonly threads: number } & Disposable {
    if (!isVideo) return { threads: 1, [Symbol.dispose]: () => undefined };
    this.videos++;
    return {
      threads: Math.max(1, Math.floor(this.cores / this.videos)),
      [Symbol.dispose]: () => {
        this.videos--;
      },
    };
  }
}
