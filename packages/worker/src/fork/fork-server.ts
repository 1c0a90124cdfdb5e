/**
 * A jailed process that has a program loaded and forks a child for every job. It never opens a user's file itself, so nothing
 * of one job is in the memory of the next.
 */
export interface ForkServer {
  /** Set at the first sign of its end: it takes no further job. */
  readonly lost: boolean;
  /** Resolves when its process is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** Whether the kernel isolates a child from other jobs; if not, a server serves one owner only. */
  readonly confines: boolean;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}
