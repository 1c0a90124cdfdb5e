import { WakeSignal } from '../live/wake-signal.js';

/** Changes of a batch arrive in bursts: they are collected for this long. */
const GATHER_MS = 200;

/** One subscriber to an owner's changes. Announcements between two waits are merged. */
export class OwnerWatch {
  /** Ends the subscription. */
  unsubscribe: () => void = () => undefined;
  private readonly wakeSignal = new WakeSignal();
  private isAnnounced = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private version: string | undefined;

  /** @param readVersion - version of everything that the owner sees; undefined while Redis does not answer */
  constructor(private readonly readVersion: () => Promise<string | undefined>) {}

  announce(version: string): void {
    this.version = version;
    this.isAnnounced = true;
    this.wakeSignal.wake();
  }

  /**
   * Waits for a change, at most `timeoutMs` or until `signal` aborts.
   *
   * @returns whether there may be one: it was announced, or the version has changed, because an announcement may be lost
   */
  async next(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isAnnounced) await this.wakeSignal.wait(timeoutMs, signal);
    if (!this.isAnnounced) return this.hasMoved();
    await new WakeSignal().wait(Math.max(0, this.lookedAt + GATHER_MS - performance.now()), signal);
    this.isAnnounced = false;
    this.lookedAt = performance.now();
    return true;
  }

  /** The announced change could not be read: the next wait returns at once. */
  forget(): void {
    this.version = undefined;
  }

  private async hasMoved(): Promise<boolean> {
    const known = this.version;
    this.version = await this.readVersion();
    return known === undefined || this.version !== known;
  }
}
