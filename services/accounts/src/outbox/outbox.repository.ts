import type { Language, UserPlanId } from '@filemill/product';
import { MessageTable } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Who receives messages of this service: the values of the column `receiver`. */
export const RECEIVERS = ['usage', 'billing', 'mail'] as const;

/** A receiver of messages. */
export type Receiver = (typeof RECEIVERS)[number];

/** Mails that are sent. */
export type MailKind = 'reset-password' | 'password-changed' | 'account-deleted';

/** A message to one receiver. Messages with one subject are delivered in order. */
interface Message<Kind extends string, Payload> {
  readonly kind: Kind;
  readonly subject: string;
  readonly payload: Payload;
}

/** Whose conversions are to be ended or forgotten; the subject is a user's id. */
export type UsageMessage = Message<'erase-owner' | 'cancel-owner', { readonly plan: UserPlanId }>;

/** Whose subscription is to end; the subject is a user's id. */
export type BillingMessage = Message<'erase-user' | 'cancel-subscription', Record<string, never>>;

/** A mail; the subject is the recipient's e-mail address. Without a language, it is in the language of the user. */
export type MailMessage = Message<MailKind, { readonly language: Language | null }>;

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
