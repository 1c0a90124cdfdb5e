import type { ServiceClient, usage } from '@filemill/contracts';
import type { Delivery, MessageTo, Route } from './dispatcher.js';

/** Tells usage whose conversions end, and whose are forgotten. */
export class UsageRoute implements Route<'usage'> {
  readonly receiver = 'usage';
  /** Two tries of 5 s, and a margin. */
  readonly leaseMs = 15_000;

  constructor(private readonly usage: ServiceClient<usage.UsageService>) {}

  async deliver({ kind, subject, payload }: MessageTo<'usage'>): Promise<Delivery> {
    const owner = { kind: 'user' as const, id: subject, address: '', plan: payload.plan };
    if (kind === 'erase-owner') await this.usage.eraseOwner({ owner });
    else await this.usage.cancelOwner({ owner });
    return 'delivered';
  }
}
