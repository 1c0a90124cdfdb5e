import { Beat, type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { DeliveryService } from '../delivery/delivery.service.js';
import { ResetsRepository } from '../resets/resets.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** A suspension must end conversions within 5 s. */
const DELIVERY_MS = 1_000;
const CLEANING_MS = 3_600_000;

/** Keeps deliveries and cleaning going while the service runs. Any number of instances may do so at once. */
@Injectable()
export class HousekeepingService implements BeforeApplicationShutdown {
  private readonly clock: Clock;
  private readonly beats: readonly Beat[];

  constructor(
    delivery: DeliveryService,
    private readonly sessions: SessionsRepository,
    private readonly resets: ResetsRepository,
    @Inject(RUNTIME) { clock, logger }: Runtime,
  ) {
    this.clock = clock;
    this.beats = [
      new Beat('tell usage', DELIVERY_MS, () => delivery.run('usage'), logger),
      new Beat('tell billing', DELIVERY_MS, () => delivery.run('billing'), logger),
      new Beat('send mail', DELIVERY_MS, () => delivery.run('mail'), logger),
      new Beat('cleaning', CLEANING_MS, () => this.clean(), logger),
    ];
  }

  start(): void {
    for (const beat of this.beats) beat.start();
  }

  /** Removes sessions and reset links whose time is over. */
  async clean(): Promise<void> {
    const now = new Date(this.clock.nowMs());
    await this.sessions.purgeExpired(now);
    await this.resets.purgeExpired(now);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.beats.map((beat) => beat.stop()));
  }
}
