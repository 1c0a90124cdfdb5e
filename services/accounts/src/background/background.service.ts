import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { BackgroundLoops } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { DeliveryService } from '../delivery/delivery.service.js';
import { RECEIVERS, type Receiver } from '../outbox/outbox.repository.js';
import { PurgeService } from './purge.service.js';

/** A suspension must end conversions within 5 s. */
const DELIVERY_MS = 1_000;
const PURGE_MS = 3_600_000;
/** Simultaneous deliveries to one receiver, so that a slow one, such as an erasure, does not delay a suspension. */
const DELIVERIES_AT_ONCE: Readonly<Record<Receiver, number>> = { usage: 4, billing: 2, mail: 2 };

/** Runs deliveries and the purge while the service runs. Several instances may do so at once. */
@Injectable()
export class BackgroundService extends BackgroundLoops {
  constructor(delivery: DeliveryService, purge: PurgeService, @Inject(RUNTIME) { logger }: Runtime) {
    const deliveries = RECEIVERS.flatMap((receiver) =>
      Array.from(
        { length: DELIVERIES_AT_ONCE[receiver] },
        () => new BackgroundLoop(`tell ${receiver}`, DELIVERY_MS, () => delivery.run(receiver), logger),
      ),
    );
    super([...deliveries, new BackgroundLoop('cleaning', PURGE_MS, () => purge.run(), logger)]);
  }
}
