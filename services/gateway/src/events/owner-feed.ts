import type { usage } from '@filemill/contracts';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { ownerChannel, readOwnerVersion } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../clients/clients.module.js';
import { ChannelFeed } from '../live/channel-feed.js';
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

/** Receives changes of an owner's data. */
@Injectable()
export class OwnerFeed {
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(
    private readonly channels: ChannelFeed,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /**
   * Subscribes. Resolves after that, so that what is read afterwards misses nothing.
   *
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async watch({ kind, id }: usage.Owner): Promise<OwnerWatch> {
    const watch = new OwnerWatch(() => this.version(kind, id));
    watch.unsubscribe = await this.channels.listen(ownerChannel(kind, id), (version) =>
      watch.announce(version),
    );
    return watch;
  }

  private async version(kind: string, id: string): Promise<string | undefined> {
    try {
      return await readOwnerVersion(this.redis, this.clock.nowMs(), kind, id);
    } catch (err) {
      this.logger.debug({ err }, 'no version of an owner');
      return undefined;
    }
  }
}
