import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Subscription } from './subscription.entity.js';

/** Reads subscriptions. */
@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The subscription that a user began last. */
  findNewest(userId: string): Promise<Subscription | null> {
    return this.dataSource
      .getRepository(Subscription)
      .findOne({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }
}
