import type { accounts, billing, ServiceClient, usage } from '@filemill/contracts';

/** Injection tokens of the services that this one asks. */
export const ACCOUNTS = Symbol('accounts');
export const BILLING = Symbol('billing');
export const USAGE = Symbol('usage');

export type AccountsClient = ServiceClient<accounts.AccountsServiceClient>;
export type BillingClient = ServiceClient<billing.BillingServiceClient>;
export type UsageClient = ServiceClient<usage.UsageServiceClient>;
