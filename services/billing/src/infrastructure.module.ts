import { type DynamicModule, Global, Module } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from './config.js';
import { BillingMetrics } from './metrics.js';

/** Configuration and metrics, for every part of this service. */
@Global()
@Module({})
export class InfrastructureModule {
  static register(config: BillingConfig): DynamicModule {
    return {
      module: InfrastructureModule,
      providers: [BillingMetrics, { provide: BILLING_CONFIG, useValue: config }],
      exports: [BillingMetrics, BILLING_CONFIG],
    };
  }
}
