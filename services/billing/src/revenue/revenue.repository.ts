import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Invoice, Refund } from './payment.entity.js';

/** Payments less refunds on one UTC day. */
interface RevenueDay {
  /** `2026-11-21`. */
  readonly date: string;
  readonly minor: number;
}

/** All payments and refunds in one currency: paid invoices, and refunds that are not void. */
const MOVEMENTS = `
  SELECT paid_at AS at, paid_minor AS minor FROM invoices WHERE currency = $1
  UNION ALL
  SELECT created_at, -refunded_minor FROM refunds
   WHERE currency = $1 AND status NOT IN ('failed', 'canceled')`;

/** SQL of invoices and refunds. */
@Injectable()
export class RevenueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores the current state of invoices at Stripe. One that has lost its user stays without. */
  async saveInvoices(tx: EntityManager, invoices: readonly Invoice[]): Promise<void> {
    for (const { userId, ...invoice } of invoices) {
      const known = await tx.update(Invoice, { id: invoice.id }, invoice);
      if (known.affected === 0) await tx.insert(Invoice, { ...invoice, userId });
    }
  }

  /** Stores the current state of refunds at Stripe. */
  async saveRefunds(tx: EntityManager, refunds: readonly Refund[]): Promise<void> {
    for (const { userId, ...refund } of refunds) {
      const known = await tx.update(Refund, { id: refund.id }, refund);
      if (known.affected === 0) await tx.insert(Refund, { ...refund, userId });
    }
  }

  /** Whether a customer of Stripe has ever paid us; also one whose user is deleted. */
  hasPaid(stripeCustomerId: string): Promise<boolean> {
    return this.dataSource.getRepository(Invoice).existsBy({ stripeCustomerId });
  }

  findInvoices(ids: readonly string[]): Promise<Invoice[]> {
    return this.dataSource.getRepository(Invoice).findBy({ id: In(ids) });
  }

  findRefunds(ids: readonly string[]): Promise<Refund[]> {
    return this.dataSource.getRepository(Refund).findBy({ id: In(ids) });
  }

  /** A user's invoices and refunds, oldest first. */
  async findOf(userId: string): Promise<{ invoices: Invoice[]; refunds: Refund[] }> {
    const [invoices, refunds] = await Promise.all([
      this.dataSource.getRepository(Invoice).find({ where: { userId }, order: { paidAt: 'ASC' } }),
      this.dataSource.getRepository(Refund).find({ where: { userId }, order: { createdAt: 'ASC' } }),
    ]);
    return { invoices, refunds };
  }

  /** Removes the user from invoices and refunds. The amounts stay. */
  async anonymise(tx: EntityManager, userId: string): Promise<void> {
    await tx.update(Invoice, { userId }, { userId: null });
    await tx.update(Refund, { userId }, { userId: null });
  }

  /** Revenue of all time in one currency, in minor units. */
  async total(currency: string): Promise<number> {
    const rows: { minor: number }[] = await this.dataSource.query(
      `SELECT coalesce(sum(minor), 0)::bigint AS minor FROM (${MOVEMENTS}) m`,
      [currency],
    );
    return rows[0]?.minor ?? 0;
  }

  /** Days with payments or refunds since a time, ascending. */
  days(currency: string, since: Date): Promise<RevenueDay[]> {
    return this.dataSource.query(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, sum(minor)::bigint AS minor
         FROM (${MOVEMENTS}) m WHERE at >= $2 GROUP BY 1 ORDER BY 1`,
      [currency, since],
    );
  }
}
