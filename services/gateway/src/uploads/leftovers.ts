import { BackgroundLoop, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { OBJECT_STORE } from '../clients/clients.module.js';

const INTERVAL_MS = 2_000;
/** More than this is left to the reaper, like everything that waits when the process ends. */
const MAX_WAITING = 10_000;

/** Erases uploads without a conversion: at once, or as soon as the store allows it. */
@Injectable()
export class Leftovers implements OnModuleInit, OnModuleDestroy {
  private readonly logger: Logger;
  private readonly loop: BackgroundLoop;
  private readonly waiting = new Set<string>();

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
    this.loop = new BackgroundLoop('leftovers', INTERVAL_MS, () => this.eraseWaiting(), logger);
  }

  onModuleInit(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** @param keyPrefix - of all objects of one upload */
  async erase(keyPrefix: string): Promise<void> {
    try {
      await this.store.deletePrefix(keyPrefix);
    } catch (err) {
      this.logger.warn({ err, keyPrefix }, 'refused upload not erased yet');
      if (this.waiting.size < MAX_WAITING) this.waiting.add(keyPrefix);
    }
  }

  /** @throws {AppError} UNAVAILABLE at the first one that fails, which is tried last the next time */
  private async eraseWaiting(): Promise<void> {
    for (const keyPrefix of [...this.waiting]) {
      this.waiting.delete(keyPrefix);
      await this.store.deletePrefix(keyPrefix).catch((error: unknown) => {
        this.waiting.add(keyPrefix);
        throw error;
      });
    }
  }
}
