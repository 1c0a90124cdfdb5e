import type Stripe from 'stripe';
import type { StripeFault } from './faults.ts';
import type { List } from './lists.ts';

/* What the emulator stores, and the calls that it answers. Objects are typed by the fields that it reads. */

/** Keys and values that Stripe's users attach to an object. */
export type Metadata = Record<string, string>;

/** Who buys. */
export interface Customer
  extends Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'description' | 'email' | 'metadata'> {
  address: Stripe.Address | null;
  /** Of the first payment. */
  currency: string | null;
  deleted?: undefined;
  readonly invoice_prefix: string;
  name: string | null;
  next_invoice_sequence: number;
  phone: string | null;
  preferred_locales: (string | null)[];
  tax_exempt: Stripe.Customer.TaxExempt;
}

/** What remains of a customer. */
export type DeletedCustomer = Pick<Stripe.DeletedCustomer, 'id' | 'object' | 'deleted'>;

/** A change of an object, which the webhook is told of. */
export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly created: number;
  /** Webhooks that have not received it yet. */
  pending_webhooks: number;
  readonly type: Stripe.Event['type'];
}

/** What a customer owes for one period of a subscription. */
export interface Invoice
  extends Pick<
    Stripe.Invoice,
    | 'id'
    | 'object'
    | 'amount_due'
    | 'attempt_count'
    | 'attempted'
    | 'automatically_finalizes_at'
    | 'billing_reason'
    | 'created'
    | 'currency'
    | 'next_payment_attempt'
    | 'status'
    | 'status_transitions'
  > {
  readonly customer: string;
  readonly parent: {
    readonly quote_details: null;
    readonly subscription_details: { metadata: Metadata; subscription: string };
    readonly type: 'subscription_details';
  };
}

/** How an invoice was or is to be paid. */
export interface InvoicePayment
  extends Pick<
    Stripe.InvoicePayment,
    'id' | 'object' | 'amount_paid' | 'created' | 'status' | 'status_transitions'
  > {
  readonly invoice: string;
  readonly payment: { readonly payment_intent: string; readonly type: 'payment_intent' };
}

/** What is to be paid for one invoice; each try makes a charge. */
export interface PaymentIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  amount_received: number;
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly description: string;
  last_payment_error: StripeFault['error'] | null;
  latest_charge: string | null;
  status: Stripe.PaymentIntent.Status;
}

/** One try of a payment. */
export interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly amount_captured: number;
  amount_refunded: number;
  readonly created: number;
  readonly currency: string;
  readonly customer: string;
  readonly paid: boolean;
  readonly payment_intent: string;
  refunded: boolean;
}

/** How often a subscription is paid. */
export type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/** What a product costs. */
export interface Price {
  readonly id: string;
  readonly object: 'price';
  active: boolean;
  readonly created: number;
  readonly currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  readonly product: string;
  /** Null for a price that is paid once. */
  readonly recurring: Recurring | null;
  readonly type: Stripe.Price.Type;
  readonly unit_amount: number;
  readonly unit_amount_decimal: string;
}

/** A price that a subscription can have. */
export type RecurringPrice = Price & { readonly recurring: Recurring };

/** What is sold. */
export interface Product {
  readonly id: string;
  readonly object: 'product';
  active: boolean;
  readonly created: number;
  metadata: Metadata;
  name: string;
}

/** Money of a charge that was returned. */
export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly metadata: Metadata;
  readonly payment_intent: string;
}

/** What is subscribed to. */
export interface OrderLine {
  readonly price: RecurringPrice;
  readonly quantity: number;
}

/** What a session shows of its customer. */
export interface CustomerDetails
  extends Pick<Customer, 'email' | 'name' | 'address' | 'phone' | 'tax_exempt'> {
  readonly business_name: null;
  readonly individual_name: null;
  readonly tax_ids: null;
}

/** A checkout: what a visitor is asked to pay. */
export interface Session
  extends Pick<
    Stripe.Checkout.Session,
    'id' | 'object' | 'cancel_url' | 'created' | 'expires_at' | 'payment_status' | 'status' | 'url'
  > {
  readonly amount_total: number;
  readonly currency: string;
  customer: string | null;
  customer_details: CustomerDetails | null;
  invoice: string | null;
  subscription: string | null;
  readonly success_url: string;
}

/** One line of a session. */
export interface SessionLine extends OrderLine {
  readonly id: string;
}

/** What a session sells, and with which settings. */
export interface SessionLines {
  /** Of the session. */
  readonly id: string;
  readonly lines: readonly SessionLine[];
  readonly description?: string | null;
  readonly metadata?: Record<string, string | null> | null;
  /** Set once somebody has tried to pay. */
  subscription?: string;
}

/** Why a subscription ends. */
export interface CancellationDetails {
  readonly feedback_option: null;
  readonly comment: string | null;
  readonly feedback: Stripe.Subscription.CancellationDetails.Feedback | null;
  readonly reason: Stripe.Subscription.CancellationDetails.Reason | null;
}

/** What a customer pays for in every period. */
export interface Subscription
  extends Pick<
    Stripe.Subscription,
    | 'id'
    | 'object'
    | 'billing_cycle_anchor'
    | 'cancel_at'
    | 'cancel_at_period_end'
    | 'canceled_at'
    | 'created'
    | 'currency'
    | 'description'
    | 'ended_at'
    | 'metadata'
    | 'status'
  > {
  cancellation_details: CancellationDetails;
  readonly customer: string;
  readonly items: List<SubscriptionItem>;
  latest_invoice: string | null;
}

/** One price of a subscription, and its present period in Unix seconds. */
export interface SubscriptionItem {
  readonly id: string;
  current_period_end: number;
  current_period_start: number;
  readonly price: RecurringPrice;
  readonly quantity: number;
}

/** How a customer pays. */
export interface Card {
  /** Of the customer. */
  readonly id: string;
  readonly number: string;
  /** So many of the next payments fail, whatever the card. */
  failures: number;
}

/** The first answer to a key. */
export interface FirstAnswer {
  readonly path: string;
  readonly bodyHash: string;
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
  /** Unix seconds. */
  readonly atS: number;
}

/** One try to send an event: the status of the answer, or why there was none. */
export interface DeliveryAttempt {
  readonly atMs: number;
  readonly status?: number;
  readonly error?: string;
}

/** How far the delivery of an event is. */
export interface Delivery {
  /** Of the event. */
  readonly id: string;
  readonly type: StripeEvent['type'];
  state: 'waiting' | 'delivered' | 'given up';
  /** When to try next, Unix milliseconds. */
  dueMs: number;
  readonly attempts: DeliveryAttempt[];
}

/** An answer as it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** One call of the API. */
export interface StripeCall {
  readonly method: string;
  /** Such as `/v1/customers`. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly body: string;
}
