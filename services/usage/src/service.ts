import type { ServiceDefinition } from '@filemill/service';
import { AppModule } from './app.module.js';
import { loadUsageConfig, USAGE_CONFIG, type UsageConfig } from './config.js';
import { usageDatabase } from './database.js';

/** What the chassis needs to run this service. */
export const usageService: ServiceDefinition<UsageConfig> = {
  name: 'usage',
  loadConfig: loadUsageConfig,
  config: USAGE_CONFIG,
  database: usageDatabase,
  clients: [],
  module: AppModule,
};
