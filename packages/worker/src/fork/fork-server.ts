/**
 * A jailed process that has a program loaded and forks a child for every job. It never opens a user's file itself, so nothing
 * of one job is in the memory of the next.
 */
export interface ForkServer {
  /** Set from the first sign of its end on: it takes no further job. */
  readonly lost: boolean;
  /** Resolves when its process is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** Whether a child sees nothing of other jobs by the kernel's word; without, a server serves one owner. */
  readonly confines: boolean;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}
