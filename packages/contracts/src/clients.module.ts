import type { ServiceName } from '@filemill/product';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type clientConfig, createServiceClient, type ServiceClient } from './client.js';
import type { AccountsService } from './gen/accounts/v1/accounts.js';
import type { AdminService } from './gen/admin/v1/admin.js';
import type { BillingService } from './gen/billing/v1/billing.js';
import type { UsageService } from './gen/usage/v1/usage.js';
import { type ServiceTokenConfig, ServiceTokens } from './service-token.js';

/** Injection token of the {@link AccountsClient}. */
export const ACCOUNTS = Symbol('accounts');
/** Injection token of the {@link BillingClient}. */
export const BILLING = Symbol('billing');
/** Injection token of the {@link UsageClient}. */
export const USAGE = Symbol('usage');
/** Injection token of the {@link AdminClient}. */
export const ADMIN = Symbol('admin');

/** Calls accounts. */
export type AccountsClient = ServiceClient<AccountsService>;
/** Calls billing. */
export type BillingClient = ServiceClient<BillingService>;
/** Calls usage. */
export type UsageClient = ServiceClient<UsageService>;
/** Calls admin. */
export type AdminClient = ServiceClient<AdminService>;

const CLIENTS: Readonly<Record<ServiceName, { token: symbol; address: keyof typeof clientConfig }>> = {
  accounts: { token: ACCOUNTS, address: 'ACCOUNTS_ADDRESS' },
  billing: { token: BILLING, address: 'BILLING_ADDRESS' },
  usage: { token: USAGE, address: 'USAGE_ADDRESS' },
  admin: { token: ADMIN, address: 'ADMIN_ADDRESS' },
};
const OPEN = Symbol('open clients');

type Config = ServiceTokenConfig & Partial<Record<keyof typeof clientConfig, string>>;

/** Clients of other services, under their injection tokens; they close with the application. */
@Global()
@Module({})
export class ServiceClientsModule implements OnApplicationShutdown {
  /**
   * @param caller - the service that calls
   * @param services - that are called
   * @param config - injection token of a configuration with their addresses and the secret of the service tokens
   */
  static register(caller: string, services: readonly ServiceName[], config: symbol): DynamicModule {
    const tokens = {
      provide: ServiceTokens,
      inject: [config],
      useFactory: ({ SERVICE_TOKEN_SECRET }: Config) => new ServiceTokens(SERVICE_TOKEN_SECRET, caller),
    };
    const clients = services.map((service) => ({
      provide: CLIENTS[service].token,
      inject: [config, ServiceTokens],
      useFactory: (values: Config, own: ServiceTokens) => {
        const address = values[CLIENTS[service].address];
        if (address === undefined) throw new Error(`${caller} has no ${CLIENTS[service].address}`);
        return createServiceClient(service, address, own);
      },
    }));
    const open = {
      provide: OPEN,
      inject: clients.map(({ provide }) => provide),
      useFactory: (...all: ServiceClient<unknown>[]) => all,
    };
    return {
      module: ServiceClientsModule,
      providers: [tokens, ...clients, open],
      exports: [ServiceTokens, ...clients.map(({ provide }) => provide)],
    };
  }

  constructor(@Inject(OPEN) private readonly clients: readonly ServiceClient<unknown>[]) {}

  onApplicationShutdown(): void {
    for (const client of this.clients) client.close();
  }
}
