import { AppError } from '@filemill/errors';
import { type HeldLock, Locks } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomersRepository } from '../customers/customers.repository.js';
import { EntitlementsService } from '../entitlements/entitlements.service.js';
import { RevenueRepository } from '../revenue/revenue.repository.js';
import { termsOf } from '../subscriptions/stripe-subscription.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { CustomerReader, type CustomerSnapshot, type ObjectsToRead } from './customer-reader.js';
import { toInvoice, toRefund } from './money.js';

/** Updates a customer's stored data from Stripe: reads under a lock, outside any transaction, then commits. */
@Injectable()
export class CustomerSync {
  constructor(
    private readonly locks: Locks,
    private readonly reader: CustomerReader,
    private readonly customers: CustomersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly revenue: RevenueRepository,
    private readonly entitlements: EntitlementsService,
  ) {}

  /**
   * The lock that is held during every call to Stripe for a user.
   *
   * @throws {AppError} UNAVAILABLE if it stays held for 8 s
   */
  withUser<T>(userId: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    return this.locks.with(`user:${userId}`, work);
  }

  /**
   * The customer of a charge, `cus_…`; undefined for a charge without one, or that Stripe does not know.
   *
   * @throws {AppError} UNAVAILABLE while Stripe is unreachable
   */
  customerOfCharge(chargeId: string): Promise<string | undefined> {
    return this.reader.customerOfCharge(chargeId);
  }

  /**
   * Reads a customer again and stores the result.
   *
   * @param also - runs in the transaction that stores it
   * @returns false for an unknown customer: the Stripe account may have other products
   * @throws {AppError} UNAVAILABLE while Stripe is unreachable; INTERNAL for a customer of ours that Stripe does not know
   */
  async sync(
    customerId: string,
    reading: ObjectsToRead,
    also: (tx: EntityManager) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const customer = await this.customers.findByStripeId(customerId);
    const name = customer ? `user:${customer.userId}` : `customer:${customerId}`;
    return this.locks.with(name, async (lock) => {
      // Perhaps deleted while this waited for the lock: then only the amounts are still ours to store.
      const owner = await this.customers.findByStripeId(customerId);
      if (!owner && !(await this.revenue.hasPaid(customerId))) {
        await lock.commit(also);
        return false;
      }
      const snapshot = await this.reader.read(customerId, reading);
      // A key of another account must not end what was bought with this one's.
      if (!snapshot)
        throw new AppError('INTERNAL', {}, { cause: new Error(`unknown to Stripe: ${customerId}`) });
      await lock.commit(async (tx) => {
        if (owner) await this.store(tx, owner.userId, customerId, snapshot);
        else await this.storeMoney(tx, null, customerId, snapshot);
        await also(tx);
      });
      return true;
    });
  }

  /**
   * Reads the customer of a user whose lock the caller holds, stores the result and returns it.
   *
   * @returns undefined, with nothing stored, for a customer that Stripe does not know
   */
  async syncHeld(lock: HeldLock, userId: string, customerId: string): Promise<CustomerSnapshot | undefined> {
    const snapshot = await this.reader.read(customerId);
    if (snapshot) await lock.commit((tx) => this.store(tx, userId, customerId, snapshot));
    return snapshot;
  }

  private async store(
    tx: EntityManager,
    userId: string,
    customerId: string,
    snapshot: CustomerSnapshot,
  ): Promise<void> {
    const { readAtMs, subscriptions, isGone } = snapshot;
    const terms = subscriptions.flatMap((one) => termsOf(one, readAtMs) ?? []);
    await this.subscriptions.saveStripe(tx, userId, terms, readAtMs);
    if (isGone) await this.customers.markDeleted(tx, customerId, new Date(readAtMs));
    await this.storeMoney(tx, userId, customerId, snapshot);
    await this.entitlements.refresh(tx, userId);
  }

  private async storeMoney(
    tx: EntityManager,
    userId: string | null,
    customerId: string,
    { invoices, refunds }: CustomerSnapshot,
  ): Promise<void> {
    const owner = { userId, stripeCustomerId: customerId };
    await this.revenue.saveInvoices(
      tx,
      invoices.flatMap((invoice) => toInvoice(invoice, owner) ?? []),
    );
    await this.revenue.saveRefunds(
      tx,
      refunds.flatMap((refund) => toRefund(refund, owner) ?? []),
    );
  }
}
