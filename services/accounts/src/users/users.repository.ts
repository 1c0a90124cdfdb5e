import { sqlState, transaction } from '@filemill/database';
import { AppError } from '@filemill/errors';
import type { UserPlanId } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { User } from './user.entity.js';

/** Values of a new account. */
type NewUser = Pick<User, 'id' | 'email' | 'username' | 'passwordHash' | 'language' | 'createdAt'>;

/** A user's plan, decided by billing. */
interface UserPlan {
  readonly plan: UserPlanId;
  readonly subscriptionExpiresAt: Date | null;
  readonly subscriptionCancelledAt: Date | null;
  readonly version: number;
}

const UNIQUE_VIOLATION = '23505';

/** SQL of users. */
@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work);
  }

  find(id: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id });
  }

  /** @throws {AppError} NOT_FOUND */
  async get(id: string): Promise<User> {
    const user = await this.find(id);
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    return user;
  }

  findByEmail(email: string, tx: EntityManager = this.dataSource.manager): Promise<User | null> {
    return tx.getRepository(User).findOneBy({ email });
  }

  /**
   * Data to check a password. The query returns one row of the same shape with or without an account: reading a
   * whole user would take 60 µs longer than reading none, which 2,000 tries can detect.
   *
   * @returns nulls for an address without an account
   */
  async credentials(email: string): Promise<{ id: string | null; passwordHash: string | null }> {
    const [row] = await this.dataSource.query(
      `SELECT u.id, u.password_hash AS "passwordHash"
         FROM (VALUES (1)) AS one LEFT JOIN users AS u ON u.email = $1`,
      [email],
    );
    return row;
  }

  /** In any order; unknown ids are omitted. */
  findAll(ids: string[]): Promise<User[]> {
    return this.dataSource.getRepository(User).findBy({ id: In(ids) });
  }

  /** The row, locked until the transaction ends. */
  lock(id: string, tx: EntityManager): Promise<User | null> {
    return tx.getRepository(User).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws {AppError} EMAIL_TAKEN, also if there is an account with this id */
  async add(values: NewUser, tx: EntityManager = this.dataSource.manager): Promise<User> {
    const nothingYet = {
      plan: 'free',
      planVersion: 0,
      subscriptionExpiresAt: null,
      subscriptionCancelledAt: null,
      isAdmin: false,
      suspendedAt: null,
    } as const;
    const user = tx.getRepository(User).create({ ...values, ...nothingYet });
    try {
      await tx.getRepository(User).insert(user);
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) throw new AppError('EMAIL_TAKEN', {}, { cause: error });
      throw error;
    }
    return user;
  }

  async setPasswordHash(id: string, passwordHash: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(User).update({ id }, { passwordHash });
  }

  /** @returns false if a later version is stored, or the user does not exist */
  async setPlan(id: string, { version, ...values }: UserPlan, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(User)
      .set({ ...values, planVersion: version })
      .where('id = :id AND plan_version <= :version', { id, version })
      .execute();
    return affected === 1;
  }

  async setSuspended(id: string, suspendedAt: Date | null, tx: EntityManager): Promise<void> {
    await tx.getRepository(User).update({ id }, { suspendedAt });
  }

  /** Only for the command line. */
  async makeAdmin(id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(User).update({ id }, { isAdmin: true });
  }

  /** Sessions, API key and reset link are deleted with the row. */
  async remove(id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(User).delete({ id });
  }
}
