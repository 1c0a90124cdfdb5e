import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { missing } from './faults.mjs';

const TABLES = [
  'customers',
  'products',
  'prices',
  'sessions',
  'subscriptions',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'events',
  // Not objects of Stripe's API:
  'sessionLines', // line items by session
  'cards', // the test card of a customer and how many of its next payments fail
  'deliveries', // of events, by event id
  'idempotency', // first answers by key
];

/** All that the emulator knows, in memory; with a file it outlives a restart. */
export class Store {
  constructor(file) {
    this.file = file;
    this.data = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { shiftS: 0 };
    for (const table of TABLES) this.data[table] ??= {};
  }

  add(table, object) {
    this.data[table][object.id] = object;
    return object;
  }

  get(table, id) {
    return Object.hasOwn(this.data[table], id) ? this.data[table][id] : undefined;
  }

  /** @throws {StripeFault} resource_missing, 404 for the id of a path, 400 for that of a parameter */
  find(table, what, id, param) {
    const object = this.get(table, id);
    if (!object) throw missing(what, id, param);
    return object;
  }

  /** Newest first, as Stripe lists. */
  all(table) {
    return Object.values(this.data[table]).reverse();
  }

  /** Writes all to the file, whole or not at all. */
  flush() {
    if (!this.file) return;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify(this.data), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}
