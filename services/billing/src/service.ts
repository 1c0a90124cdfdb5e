import type { ServiceDefinition } from '@filemill/service';
import { AppModule } from './app.module.js';
import { BILLING_CONFIG, type BillingConfig, loadBillingConfig } from './config.js';
import { billingDatabase } from './database.js';

/** What the chassis needs to run this service. */
export const billingService: ServiceDefinition<BillingConfig> = {
  name: 'billing',
  loadConfig: loadBillingConfig,
  config: BILLING_CONFIG,
  database: billingDatabase,
  clients: ['accounts', 'usage'],
  module: AppModule,
};
