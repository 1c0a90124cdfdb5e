import { Beat, type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { DeliveryService } from '../delivery/delivery.service.js';
import { KnownAddressesRepository } from '../limits/known-addresses.repository.js';
import type { Receiver } from '../outbox/outbox-message.js';
import { ResetsRepository } from '../resets/resets.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** A suspension must end conversions within 5 s. */
const DELIVERY_MS = 1_000;
const CLEANING_MS = 3_600_000;
/** Deliveries to one receiver at once: one that takes its time, such as an erasure, holds up no suspension. */
const DELIVERIES_AT_ONCE: Readonly<Record<Receiver, number>> = { usage: 4, billing: 2, mail: 2 };

/** Keeps deliveries and cleaning going while the service runs. Any number of instances may do so at once. */
@Injectable()
export class HousekeepingService implements BeforeApplicationShutdown {
  private readonly clock: Clock;
  private readonly beats: readonly Beat[];

  constructor(
    delivery: DeliveryService,
    private readonly sessions: SessionsRepository,
    private readonly resets: ResetsRepository,
    private readonly knownAddresses: KnownAddressesRepository,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    const deliveries = (Object.keys(DELIVERIES_AT_ONCE) as Receiver[]).flatMap((receiver) =>
      Array.from(
        { length: DELIVERIES_AT_ONCE[receiver] },
        () => new Beat(`tell ${receiver}`, DELIVERY_MS, () => delivery.run(receiver), logger),
      ),
    );
    this.beats = [...deliveries, new Beat('cleaning', CLEANING_MS, () => this.clean(), logger)];
  }

  start(): void {
    for (const beat of this.beats) beat.start();
  }

  /** Removes sessions, reset links and known addresses whose time is over. */
  async clean(): Promise<void> {
    const now = new Date(this.clock.nowMs());
    await this.sessions.purgeExpired(now);
    await this.resets.purgeExpired(now);
    await this.knownAddresses.purgeExpired(now.getTime());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.beats.map((beat) => beat.stop()));
  }
}
