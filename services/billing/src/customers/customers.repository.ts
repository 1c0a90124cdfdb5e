import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Customer } from './customer.entity.js';

/** SQL of Stripe customers. */
@Injectable()
export class CustomersRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(userId: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ userId });
  }

  findByStripeId(stripeCustomerId: string): Promise<Customer | null> {
    return this.dataSource.getRepository(Customer).findOneBy({ stripeCustomerId });
  }

  async findByUsers(userIds: readonly string[]): Promise<Customer[]> {
    return this.dataSource.getRepository(Customer).findBy({ userId: In(userIds) });
  }

  /** Stores the current customer of a user. */
  async save(tx: EntityManager, customer: Customer): Promise<void> {
    await tx.upsert(Customer, customer, ['userId']);
  }

  async markDeleted(tx: EntityManager, stripeCustomerId: string, deletedAt: Date): Promise<void> {
    await tx.update(Customer, { stripeCustomerId }, { deletedAt });
  }

  async delete(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(Customer, { userId });
  }
}
