import { refusalOf } from '../core/cards.ts';
import { emit } from '../core/events.ts';
import type { StripeFault } from '../core/faults.ts';
import { created, equals, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { newId } from '../core/store.ts';
import type { Charge, PaymentIntent } from '../core/stored.ts';
import type { World } from '../core/world.ts';

/** An intent that was not tried yet. */
export function createPaymentIntent(
  world: World,
  {
    customer,
    amount,
    currency,
    description,
  }: Pick<PaymentIntent, 'customer' | 'amount' | 'currency' | 'description'>,
): PaymentIntent {
  const id = newId('pi');
  return world.store.add('paymentIntents', {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: world.clock.nowS(),
    currency,
    customer,
    description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
}

/**
 * Charges a card once.
 *
 * @param card - another card than the customer's own
 * @returns why it was declined
 */
export function payIntent(world: World, intent: PaymentIntent, card?: string): StripeFault | undefined {
  const refusal = refusalOf(world, intent.customer, card);
  const charge = createCharge(world, intent, refusal);
  intent.latest_charge = charge.id;
  if (refusal) {
    intent.last_payment_error = refusal.error;
    emit(world, 'charge.failed', charge);
    emit(world, 'payment_intent.payment_failed', intent);
    return refusal;
  }
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
  emit(world, 'charge.succeeded', charge);
  emit(world, 'payment_intent.succeeded', intent);
  return undefined;
}

/** An address of which nothing is known. */
export const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

function createCharge(world: World, intent: PaymentIntent, refusal: StripeFault | undefined): Charge {
  return world.store.add('charges', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: refusal ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: !refusal,
    created: world.clock.nowS(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.error.code ?? null,
    failure_message: refusal?.error.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: !refusal,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: refusal ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  });
}

const customer = equals('customer');

export const paymentRoutes = [
  listRoute<Charge>('/v1/charges', rowsOf('charges'), {
    customer,
    created,
    payment_intent: equals('payment_intent'),
  }),
  retrieveRoute('/v1/charges', 'charges'),
  listRoute<PaymentIntent>('/v1/payment_intents', rowsOf('paymentIntents'), { customer, created }),
  retrieveRoute('/v1/payment_intents', 'paymentIntents'),
];
