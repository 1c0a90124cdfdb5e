import type Stripe from 'stripe';
import type { Invoice, Refund } from '../revenue/payment.entity.js';

/** The user and the customer of a payment. */
type MoneyOwner = Pick<Invoice, 'userId' | 'stripeCustomerId'>;

/** The id of an object that Stripe returns as an id or expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'object' ? value?.id : value;

/** A paid invoice; undefined for others. */
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

/** A refund of a charge; undefined for one without a charge. */
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
