import type Stripe from 'stripe';
import type { Invoice } from '../revenue/invoice.entity.js';
import type { Refund } from '../revenue/refund.entity.js';

/** Whose money it is. */
export type MoneyOwner = Pick<Invoice, 'userId' | 'stripeCustomerId'>;

/** The id of what Stripe answers as an id or as the object itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'object' ? value?.id : value;

/** An invoice that was paid; undefined for others. */
export function toInvoice(invoice: Stripe.Invoice, owner: MoneyOwner): Invoice | undefined {
  const paidAt = invoice.status_transitions.paid_at;
  if (invoice.status !== 'paid' || paidAt === null || invoice.id === undefined) return undefined;
  return {
    ...owner,
    id: invoice.id,
    paidMinor: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    paidAt: new Date(paidAt * 1000),
  };
}

/** A refund of a charge; undefined for one without. */
export function toRefund(refund: Stripe.Refund, owner: MoneyOwner): Refund | undefined {
  const chargeId = idOf(refund.charge);
  if (chargeId === undefined) return undefined;
  return {
    ...owner,
    id: refund.id,
    chargeId,
    refundedMinor: refund.amount,
    currency: refund.currency.toUpperCase(),
    status: refund.status ?? 'pending',
    createdAt: new Date(refund.created * 1000),
  };
}
