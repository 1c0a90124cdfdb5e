import type { Socket } from 'node:net';

/** How slowly a reader may take what is sent. */
export interface LeastRate {
  readonly bytesPerSecond: number;
  /** Over this long, in which well over 128 KB must have been taken; also the grace of a reader who begins. */
  readonly windowMs: number;
}

/**
 * Tells from a connection whether its reader is too slow. Only while bytes wait for the reader: when all is taken, it is
 * we who are slow. What is on its way counts as taken, so that a reader just above the rate is never called slow; it is
 * at most about 128 KB, a fifth of what a window asks for.
 */
export class ReaderPace {
  private since = 0;
  private takenBytes = 0;

  /** @param now - milliseconds of a clock that never goes back */
  constructor(
    private readonly socket: Pick<Socket, 'bytesWritten' | 'writableLength'>,
    private readonly rate: LeastRate,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.restart();
  }

  /** To be asked several times in a window. */
  isTooSlow(): boolean {
    const elapsedMs = this.now() - this.since;
    const isWaiting = this.socket.writableLength > 0;
    if (isWaiting && elapsedMs < this.rate.windowMs) return false;
    const gainedBytes = this.socket.bytesWritten - this.takenBytes;
    this.restart();
    return isWaiting && gainedBytes < (this.rate.bytesPerSecond * elapsedMs) / 1_000;
  }

  private restart(): void {
    this.since = this.now();
    // The first counts what waits in this process, the second is that.
    this.takenBytes = this.socket.bytesWritten - this.socket.writableLength;
  }
}
