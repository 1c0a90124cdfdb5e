export { isApiKey, newApiKey } from './api-key.js';
export {
  type CallOptions,
  type Calls,
  clientConfig,
  createServiceClient,
  type ServiceClient,
} from './client.js';
export {
  ACCOUNTS,
  type AccountsClient,
  ADMIN,
  type AdminClient,
  BILLING,
  type BillingClient,
  ServiceClientsModule,
  USAGE,
  type UsageClient,
} from './clients.module.js';
export type * as accounts from './gen/accounts/v1/accounts.js';
export type * as admin from './gen/admin/v1/admin.js';
export type * as billing from './gen/billing/v1/billing.js';
export type * as usage from './gen/usage/v1/usage.js';
export { grpcServerOptions, installServerEdges } from './server.js';
export {
  ServiceTokens,
  serviceTokenConfig,
  workerTokenConfig,
} from './service-token.js';
export { rpcNames, SERVICE_PORTS, SERVICES } from './services.js';
export { newUploadPermit } from './upload-permit.js';
export {
  signUserToken,
  tokenPrivateKeyConfig,
  tokenPublicKeyConfig,
  USER_TOKEN_LIFETIME_MS,
  verifyUserToken,
} from './user-token.js';
