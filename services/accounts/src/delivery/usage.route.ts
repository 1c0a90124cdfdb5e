import type { UsageClient } from '@filemill/contracts';
import type { Delivery, Route, StoredMessage } from '@filemill/service';
import type { UsageMessage } from '../outbox/messages.js';

/** Informs usage whose conversions to cancel, and whose to erase. */
export class UsageRoute implements Route<UsageMessage> {
  readonly receiver = 'usage';
  /** Two tries of 5 s, and a margin. */
  readonly leaseMs = 15_000;
  readonly longestPauseMs = 5 * 60_000;

  constructor(private readonly usage: UsageClient) {}

  async deliver({ kind, subject, payload }: StoredMessage<UsageMessage>): Promise<Delivery> {
    const owner = { kind: 'user' as const, id: subject, address: '', plan: payload.plan };
    if (kind === 'erase-owner') await this.usage.eraseOwner({ owner });
    else await this.usage.cancelOwner({ owner });
    return 'delivered';
  }
}
