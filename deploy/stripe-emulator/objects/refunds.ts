import { mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import { invalid, invalidParameter } from '../core/faults.ts';
import type { Parsed } from '../core/params.ts';
import { created, defineRoute, equals, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { integer, metadata, oneOf, text } from '../core/rules.ts';
import { newId } from '../core/store.ts';
import type { Charge, Refund } from '../core/stored.ts';
import type { World } from '../core/world.ts';

const newRefund = {
  amount: integer({ min: 1 }),
  charge: text(),
  metadata: metadata(),
  payment_intent: text(),
  reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
};

/** Returns money of a charge: what is left of it, unless an amount is named. */
function createRefund(world: World, params: Parsed<typeof newRefund>): Refund {
  const charge = chargeOf(world, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) throw invalid(`Charge ${charge.id} does not have a successful payment to refund.`);
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = params.amount ?? left;
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const refund = world.store.add('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.clock.nowS(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  emit(world, 'charge.refunded', charge, previous);
  emit(world, 'refund.created', refund);
  return refund;
}

function chargeOf(world: World, params: Parsed<typeof newRefund>): Charge {
  if (params.charge) return world.store.find('charges', params.charge, 'charge');
  if (!params.payment_intent)
    throw invalidParameter('One of the following params should be provided: payment_intent or charge.');
  const intent = world.store.find('paymentIntents', params.payment_intent, 'payment_intent');
  if (!intent.latest_charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return world.store.find('charges', intent.latest_charge, 'charge');
}

export const refundRoutes = [
  defineRoute({ method: 'POST', path: '/v1/refunds', params: newRefund, handle: createRefund }),
  listRoute<Refund>('/v1/refunds', rowsOf('refunds'), {
    charge: equals('charge'),
    created,
    payment_intent: equals('payment_intent'),
  }),
  retrieveRoute('/v1/refunds', 'refunds'),
];
