import { MessageTable } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { BillingMessage, MailMessage, UsageMessage } from './messages.js';

/** Who receives messages of this service: the values of the column `receiver`. */
export const RECEIVERS = ['usage', 'billing', 'mail'] as const;

/** A receiver of messages. */
export type Receiver = (typeof RECEIVERS)[number];

/** Messages that are still to be delivered, by receiver. */
@Injectable()
export class OutboxRepository {
  readonly usage: MessageTable<UsageMessage>;
  readonly billing: MessageTable<BillingMessage>;
  readonly mail: MessageTable<MailMessage>;

  constructor(dataSource: DataSource) {
    const columns = (receiver: Receiver) => ({
      table: 'outbox',
      only: { receiver },
      fields: { kind: 'kind', subject: 'subject', payload: 'payload' },
      ...{ storedAt: 'created_at', dueAt: 'due_at', claimOrder: 'due_at' },
      sequence: { subject: 'subject', by: 'id' },
    });
    this.usage = new MessageTable<UsageMessage>(dataSource, columns('usage'));
    this.billing = new MessageTable<BillingMessage>(dataSource, columns('billing'));
    this.mail = new MessageTable<MailMessage>(dataSource, columns('mail'));
  }

  /** Deletes the undelivered messages of a user's suspension. */
  async withdrawSuspension(userId: string, tx: EntityManager): Promise<void> {
    await this.usage.remove({ kind: 'cancel-owner', subject: userId }, tx);
    await this.billing.remove({ kind: 'cancel-subscription', subject: userId }, tx);
  }
}
