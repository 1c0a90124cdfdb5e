import type { Socket } from 'node:net';

/** Minimum rate of a reader. */
export interface MinRate {
  readonly bytesPerSecond: number;
  /** Period in which well over 128 KB must be read; also the grace period at the start. */
  readonly windowMs: number;
}

/**
 * Detects from a connection whether its reader is too slow. It measures only while bytes wait for the reader: otherwise
 * this side is slow. Data in transit counts as read, so that a reader just above the rate is never too slow; it is
 * at most about 128 KB, a fifth of the amount per window.
 */
export class ReaderPace {
  private since = 0;
  private takenBytes = 0;

  /** @param now - milliseconds of a monotonic clock */
  constructor(
    private readonly socket: Pick<Socket, 'bytesWritten' | 'writableLength'>,
    private readonly rate: MinRate,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.restart();
  }

  /** Must be called several times per window. */
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
    // bytesWritten includes bytes that still wait in this process.
    this.takenBytes = this.socket.bytesWritten - this.socket.writableLength;
  }
}
