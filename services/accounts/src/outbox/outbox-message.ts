import type { Language, UserPlanId } from '@filemill/product';

/** Mails that are sent. */
export type MailKind = 'reset-password' | 'password-changed' | 'account-deleted';

/** What others are told, written in the transaction that decided it and delivered afterwards. */
export type OutboxMessage =
  | {
      readonly receiver: 'usage';
      readonly kind: 'erase-owner' | 'cancel-owner';
      /** The user's id. */
      readonly subject: string;
      readonly payload: { readonly plan: UserPlanId };
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
      /** Null for the language of the user. */
      readonly payload: { readonly language: Language | null };
    };

/** Who is told. */
export type Receiver = OutboxMessage['receiver'];

export const RECEIVERS = ['usage', 'billing', 'mail'] as const satisfies readonly Receiver[];

/** A message as it lies in the table. */
export type StoredMessage = OutboxMessage & {
  /** Grows; messages about one subject are delivered in this order. */
  readonly id: number;
  /** Deliveries begun, this one included. */
  readonly attempts: number;
  readonly createdAt: Date;
};
