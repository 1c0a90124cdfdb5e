import { WakeSignal } from '../live/wake.js';

/** Changes of a batch come in bursts: between two looks they gather for this long. */
const GATHER_MS = 200;

/** One listener of all that an owner has. Announcements between two looks are merged. */
export class OwnerWatch {
  /** Ends the subscription. */
  leave: () => void = () => undefined;
  private readonly wake = new WakeSignal();
  private isAnnounced = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private version: string | undefined;

  /** @param readVersion - of all that the owner sees; undefined while Redis does not answer */
  constructor(private readonly readVersion: () => Promise<string | undefined>) {}

  announce(version: string): void {
    this.version = version;
    this.isAnnounced = true;
    this.wake.call();
  }

  /**
   * Waits for a change, at most `timeoutMs` or until `signal` aborts.
   *
   * @returns whether there may be one: it was announced, or the version is another, since an announcement may be lost
   */
  async next(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isAnnounced) await this.wake.wait(timeoutMs, signal);
    if (!this.isAnnounced) return this.hasMoved();
    await new WakeSignal().wait(Math.max(0, this.lookedAt + GATHER_MS - performance.now()), signal);
    this.isAnnounced = false;
    this.lookedAt = performance.now();
    return true;
  }

  /** What was announced could not be read: the next look finds it changed. */
  forget(): void {
    this.version = undefined;
  }

  private async hasMoved(): Promise<boolean> {
    const known = this.version;
    this.version = await this.readVersion();
    return known === undefined || this.version !== known;
  }
}
