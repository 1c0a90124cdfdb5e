import { MessageTable } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An event that is due now. */
export interface StripeEvent {
  /** Stripe's id, such as `evt_…`. */
  readonly id: string;
  readonly type: string;
  /** The object to read again, such as `in_…`; the charge for an event about a refund or a dispute; empty without one. */
  readonly objectId: string;
  /** Whose it is, such as `cus_…`; null for what names no customer, so that its charge must be asked. */
  readonly customerId: string | null;
}

/** The inbox of Stripe's events. */
@Injectable()
export class StripeEventsRepository extends MessageTable<StripeEvent> {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      table: 'stripe_events',
      fields: { id: 'id', type: 'type', objectId: 'object_id', customerId: 'customer_id' },
      ...{ storedAt: 'received_at', dueAt: 'retry_at', doneAt: 'processed_at', claimOrder: 'received_at' },
    });
  }
}
