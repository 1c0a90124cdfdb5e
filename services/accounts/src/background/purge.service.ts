import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { KnownAddressesRepository } from '../limits/known-addresses.repository.js';
import { ResetsRepository } from '../resets/resets.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** Deletes expired rows. */
@Injectable()
export class PurgeService {
  private readonly clock: Clock;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly resets: ResetsRepository,
    private readonly knownAddresses: KnownAddressesRepository,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  /** Sessions, reset links and known addresses. */
  async run(): Promise<void> {
    const now = new Date(this.clock.nowMs());
    await this.sessions.purgeExpired(now);
    await this.resets.purgeExpired(now);
    await this.knownAddresses.purgeExpired(now.getTime());
  }
}
