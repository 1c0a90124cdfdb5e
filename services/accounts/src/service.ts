import type { ServiceDefinition } from '@filemill/service';
import { AppModule } from './app.module.js';
import { ACCOUNTS_CONFIG, type AccountsConfig, loadAccountsConfig } from './config.js';
import { accountsDatabase } from './database.js';

/** What the chassis needs to run this service. */
export const accountsService: ServiceDefinition<AccountsConfig> = {
  name: 'accounts',
  loadConfig: loadAccountsConfig,
  config: ACCOUNTS_CONFIG,
  database: accountsDatabase,
  clients: ['usage', 'billing'],
  module: AppModule,
};
