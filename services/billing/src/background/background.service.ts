import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { BackgroundLoops } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { ReconciliationService } from '../reconciliation/reconciliation.service.js';
import { InboxService } from '../stripe-events/inbox.service.js';

/** Work that a crash or a failure left waits at most this long after its lease or pause. */
const BOXES_MS = 1_000;
/** Pro ends within this time after the end of a subscription or a grant. */
const EXPIRY_MS = 1_000;
/** How often it is checked whether the nightly comparison is due. */
const RECONCILIATION_MS = 60_000;

/** Runs inbox, outbox, expiry and the nightly comparison while the service runs. */
@Injectable()
export class BackgroundService extends BackgroundLoops {
  private readonly inbox: BackgroundLoop;
  private readonly outbox: BackgroundLoop;

  constructor(
    inboxService: InboxService,
    outboxService: OutboxService,
    entitlements: EntitlementsService,
    reconciliation: ReconciliationService,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    const outbox = new BackgroundLoop('outbox', BOXES_MS, () => outboxService.run(), logger);
    const processInbox = async (): Promise<void> => {
      if ((await inboxService.run()) > 0) outbox.wake();
    };
    const applyTime = async (): Promise<void> => {
      if ((await entitlements.applyTime()) > 0) outbox.wake();
    };
    const inbox = new BackgroundLoop('inbox', BOXES_MS, processInbox, logger);
    super([
      inbox,
      outbox,
      new BackgroundLoop('expiry', EXPIRY_MS, applyTime, logger),
      new BackgroundLoop('reconciliation', RECONCILIATION_MS, () => reconciliation.runIfDue(), logger),
    ]);
    this.inbox = inbox;
    this.outbox = outbox;
  }

  /** An event was stored. */
  wakeInbox(): void {
    this.inbox.wake();
  }

  /** A message for accounts may have been written. */
  wakeOutbox(): void {
    this.outbox.wake();
  }
}
