import type { Language, UserPlanId } from '@filemill/product';

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
