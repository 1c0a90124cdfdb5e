import { Beat, RUNTIME, type Runtime } from '@filemill/platform';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { ReconciliationService } from '../reconciliation/reconciliation.service.js';
import { InboxService } from '../stripe-events/inbox.service.js';

/** What was left open by a crash or a failure waits at most this long beyond its lease or pause. */
const BOXES_MS = 1_000;
/** What a subscription or a grant is worth ends within this long of its instant. */
const EXPIRY_MS = 1_000;
/** How often it is asked whether the nightly comparison is due. */
const RECONCILIATION_MS = 60_000;

/** Keeps inbox, outbox, expiry and the nightly comparison going while the service runs. */
@Injectable()
export class BeatsService implements BeforeApplicationShutdown {
  private readonly inbox: Beat;
  private readonly outbox: Beat;
  private readonly all: readonly Beat[];

  constructor(
    inbox: InboxService,
    outbox: OutboxService,
    entitlements: EntitlementsService,
    reconciliation: ReconciliationService,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    const processInbox = async (): Promise<void> => {
      if ((await inbox.run()) > 0) this.wakeOutbox();
    };
    const applyTime = async (): Promise<void> => {
      if ((await entitlements.applyTime()) > 0) this.wakeOutbox();
    };
    this.inbox = new Beat('inbox', BOXES_MS, processInbox, logger);
    this.outbox = new Beat('outbox', BOXES_MS, () => outbox.run(), logger);
    this.all = [
      this.inbox,
      this.outbox,
      new Beat('expiry', EXPIRY_MS, applyTime, logger),
      new Beat('reconciliation', RECONCILIATION_MS, () => reconciliation.runIfDue(), logger),
    ];
  }

  start(): void {
    for (const beat of this.all) beat.start();
  }

  /** An event was stored. */
  wakeInbox(): void {
    this.inbox.wake();
  }

  /** Something may have been decided that accounts must hear. */
  wakeOutbox(): void {
    this.outbox.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((beat) => beat.stop()));
  }
}
