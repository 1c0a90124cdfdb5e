import { randomUUID } from 'node:crypto';
import type { accounts } from '@filemill/contracts';
import { MessageTable } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Kind of the message with accounts' `SetPlanRequest`. */
export interface SetPlanMessage {
  readonly id: string;
  readonly kind: 'set_plan';
  readonly userId: string;
  /** Of the user's entitlement; the messages of one user are delivered in this order. */
  readonly version: number;
  readonly payload: accounts.SetPlanRequest;
}

/** Messages to accounts. */
@Injectable()
export class OutboxRepository extends MessageTable<SetPlanMessage> {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      table: 'outbox',
      fields: { id: 'id', kind: 'kind', userId: 'user_id', version: 'version', payload: 'payload' },
      ...{ storedAt: 'created_at', dueAt: 'retry_at', doneAt: 'delivered_at', claimOrder: 'created_at' },
      sequence: { subject: 'user_id', by: 'version' },
    });
  }

  /** Adds a message about a user's plan, in the transaction that decided it. */
  async addSetPlan(tx: EntityManager, createdAt: Date, payload: accounts.SetPlanRequest): Promise<void> {
    const { userId, version } = payload;
    await this.add({ id: randomUUID(), kind: 'set_plan', userId, version, payload }, createdAt, tx);
  }
}
