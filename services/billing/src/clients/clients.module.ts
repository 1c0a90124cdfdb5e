import {
  type accounts,
  createServiceClient,
  type ServiceClient,
  ServiceTokens,
  type usage,
} from '@filemill/contracts';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';

export const ACCOUNTS = Symbol('accounts');
export const USAGE = Symbol('usage');

export type AccountsClient = ServiceClient<accounts.AccountsServiceClient>;
export type UsageClient = ServiceClient<usage.UsageServiceClient>;

const tokensOf = (config: BillingConfig): ServiceTokens =>
  new ServiceTokens(config.SERVICE_TOKEN_SECRET, 'billing');

const providers = [
  {
    provide: ACCOUNTS,
    inject: [BILLING_CONFIG],
    useFactory: (config: BillingConfig): AccountsClient =>
      createServiceClient('accounts', config.ACCOUNTS_ADDRESS, tokensOf(config)),
  },
  {
    provide: USAGE,
    inject: [BILLING_CONFIG],
    useFactory: (config: BillingConfig): UsageClient =>
      createServiceClient('usage', config.USAGE_ADDRESS, tokensOf(config)),
  },
];

/** The services that this one calls. */
@Global()
@Module({ providers, exports: [ACCOUNTS, USAGE] })
export class ClientsModule implements OnApplicationShutdown {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(USAGE) private readonly usage: UsageClient,
  ) {}

  onApplicationShutdown(): void {
    this.accounts.close();
    this.usage.close();
  }
}
