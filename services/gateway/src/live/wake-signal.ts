/** One waiter that can be woken. */
export class WakeSignal {
  private finish: (() => void) | undefined;

  /** Wakes the current waiter. */
  wake(): void {
    this.finish?.();
  }

  /** Resolves when woken, after `timeoutMs`, or on abort. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.finish = undefined;
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      signal.addEventListener('abort', finish);
      this.finish = finish;
    });
  }
}
