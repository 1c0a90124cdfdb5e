/** Waits, at most until the signal aborts. */
export const pauseUntilAborted = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });

/** Waits. @throws the signal's reason when it aborts */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await pauseUntilAborted(ms, signal);
  signal?.throwIfAborted();
}
