import { Module } from '@nestjs/common';
import { CustomersRepository } from '../customers/customers.repository.js';
import { EntitlementsModule } from '../entitlements/entitlements.module.js';
import { RevenueRepository } from '../revenue/revenue.repository.js';
import { CustomerReader } from './customer-reader.js';
import { CustomerSync } from './customer-sync.service.js';

/** Synchronises stored customers with Stripe. */
@Module({
  imports: [EntitlementsModule],
  providers: [CustomersRepository, RevenueRepository, CustomerReader, CustomerSync],
  exports: [EntitlementsModule, CustomersRepository, RevenueRepository, CustomerSync],
})
export class SyncModule {}
