import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Conversion } from './conversion.entity.js';
import { ConversionsRepository, type OwnerKey } from './conversions.repository.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** A conversion that was accepted with an idempotency key within the last 24 h. */
export interface KnownKey {
  /** SHA-256 of its request. */
  readonly requestHash: Uint8Array;
  readonly row: Conversion;
}

/** Looks up idempotency keys, which only users have. */
@Injectable()
export class KnownKeys {
  private readonly clock: Clock;

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly conversions: ConversionsRepository,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  async find(owner: OwnerKey, key: string | null | undefined): Promise<KnownKey | undefined> {
    if (owner.kind !== 'user' || !key) return undefined;
    const claimed = await this.keys.find(owner.id, key, this.clock.nowMs());
    const row = claimed && (await this.conversions.find(claimed.conversionId, owner));
    return row && { requestHash: claimed.requestHash, row };
  }
}
