import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { missing } from './faults.ts';
import type {
  Card,
  Charge,
  Customer,
  DeletedCustomer,
  Delivery,
  FirstAnswer,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  Price,
  Product,
  Refund,
  Session,
  SessionLines,
  StripeEvent,
  Subscription,
} from './stored.ts';

/** What each table holds. Objects of Stripe's API are typed by the fields that the emulator itself reads. */
export interface Tables {
  customers: Customer | DeletedCustomer;
  products: Product;
  prices: Price;
  sessions: Session;
  subscriptions: Subscription;
  invoices: Invoice;
  invoicePayments: InvoicePayment;
  paymentIntents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  events: StripeEvent;
  /** Line items by session. */
  sessionLines: SessionLines;
  /** The test card of a customer. */
  cards: Card;
  /** Of events, by event id. */
  deliveries: Delivery;
  /** First answers by idempotency key. */
  idempotency: FirstAnswer;
}

export type TableName = keyof Tables;

/** An object with the fields that the emulator reads, and all others that Stripe's clients expect. */
export type Complete<T> = T & { [field: string]: unknown };

type TableRows = { [Name in TableName]?: Record<string, Tables[Name]> };

/** What Stripe's messages call the objects of a table. */
const OBJECT_NAMES: Record<TableName, string> = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  events: 'event',
  sessionLines: 'line items of checkout.session',
  cards: 'card',
  deliveries: 'delivery',
  idempotency: 'idempotency key',
};

/** Everything that the emulator knows, in memory; with a file it survives a restart. */
export class Store {
  /** Seconds by which tests have moved Stripe's clock alone. */
  shiftS: number;
  readonly #file: string | undefined;
  readonly #tables: TableRows;

  constructor(file?: string) {
    this.#file = file;
    const saved: { shiftS?: number } & TableRows =
      file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const { shiftS = 0, ...tables } = saved;
    this.shiftS = shiftS;
    this.#tables = tables;
  }

  /** The rows of a table by id, oldest first. */
  rows<Name extends TableName>(table: Name): Record<string, Tables[Name]> {
    const existing = this.#tables[table];
    if (existing) return existing;
    const rows: TableRows[Name] = {};
    this.#tables[table] = rows;
    return rows;
  }

  add<Name extends TableName>(table: Name, row: Complete<Tables[Name]> & { id: string }): Tables[Name] {
    this.rows(table)[row.id] = row;
    return row;
  }

  get<Name extends TableName>(table: Name, id: string): Tables[Name] | undefined {
    const rows = this.rows(table);
    return Object.hasOwn(rows, id) ? rows[id] : undefined;
  }

  /**
   * @param param - the parameter that named the id; `id` if it came with the path
   * @throws {StripeFault} resource_missing: 404 for the id of a path, 400 for that of a parameter
   */
  find<Name extends TableName>(table: Name, id: string, param = 'id'): Tables[Name] {
    const row = this.get(table, id);
    if (!row) throw missing(OBJECT_NAMES[table], id, param);
    return row;
  }

  /**
   * A customer who was not deleted.
   *
   * @param param - the parameter that named the id; `id` if it came with the path
   * @throws {StripeFault} resource_missing
   */
  findCustomer(id: string, param = 'id'): Customer {
    const customer = this.find('customers', id, param);
    if (customer.deleted) throw missing('customer', id, param);
    return customer;
  }

  /** The rows of a table, newest first, as Stripe lists them. */
  newestFirst<Name extends TableName>(table: Name): Tables[Name][] {
    return Object.values(this.rows(table)).reverse();
  }

  /** Writes everything to the file, completely or not at all. */
  flush(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify({ shiftS: this.shiftS, ...this.#tables }), {
      mode: 0o600,
    });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id such as `cus_` and 24 letters. */
export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
