import { AppError } from '@filemill/errors';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../clients/clients.module.js';

/** A busy store is not unreachable: callers prefer waiting to retrying. */
const TIMEOUT_MS = 3_000;
/** How long an answer of the store is valid. */
const BELIEVED_MS = 1_000;

/** Detects an unreachable store before an upload begins, instead of after it. */
@Injectable()
export class StoreProbe {
  private answeredAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | undefined;

  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /** @throws {AppError} UNAVAILABLE if the store does not answer within 3 s */
  async check(): Promise<void> {
    if (performance.now() - this.answeredAt < BELIEVED_MS) return;
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    await this.asking;
  }

  private async ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const cause = new Error(`the store has not answered within ${TIMEOUT_MS} ms`);
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('UNAVAILABLE', {}, { cause })), TIMEOUT_MS);
    });
    try {
      await Promise.race([this.store.ping({ timeoutMs: TIMEOUT_MS }), tooLate]);
      this.answeredAt = performance.now();
    } finally {
      clearTimeout(timer);
    }
  }
}
