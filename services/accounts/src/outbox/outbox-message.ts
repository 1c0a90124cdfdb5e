import type { Language } from '@filemill/product';
import type { UserPlan } from '../users/user.entity.js';

/** Mails that are sent. */
export type MailKind = 'reset-password' | 'password-changed' | 'account-deleted';

/** Messages for others, stored in the transaction that decided them and delivered afterwards. */
export type OutboxMessage =
  | {
      readonly receiver: 'usage';
      readonly kind: 'erase-owner' | 'cancel-owner';
      /** The user's id. */
      readonly subject: string;
      readonly payload: { readonly plan: UserPlan };
    }
  | {
      readonly receiver: 'billing';
      readonly kind: 'erase-user' | 'cancel-subscription';
      /** The user's id. */
      readonly subject: string;
      readonly payload: Record<string, never>;
    }
  | {
      readonly receiver: 'mail';
      readonly kind: MailKind;
      /** The recipient's e-mail address. */
      readonly subject: string;
      /** Null for the user's language. */
      readonly payload: { readonly language: Language | null };
    };

/** Receivers of messages. */
export type Receiver = OutboxMessage['receiver'];

export const RECEIVERS = ['usage', 'billing', 'mail'] as const satisfies readonly Receiver[];

/** A stored message. */
export type StoredMessage = OutboxMessage & {
  /** Increases; messages about one subject are delivered in this order. */
  readonly id: number;
  /** Number of started deliveries, including this one. */
  readonly attempts: number;
  readonly createdAt: Date;
};
