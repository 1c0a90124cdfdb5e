import type { ServiceName } from '@filemill/product';

/** The gRPC services, by folder below `proto/`. */
export const SERVICES = {
  accounts: 'AccountsService',
  billing: 'BillingService',
  usage: 'UsageService',
  admin: 'AdminService',
} as const satisfies Record<ServiceName, string>;

/** On which port each listens, unless configured otherwise; containers and the chart use the same. */
export const SERVICE_PORTS = {
  accounts: 3101,
  billing: 3102,
  usage: 3103,
  admin: 3104,
} as const satisfies Record<ServiceName, number>;

/** Protobuf package of a service. */
export const protoPackage = (service: ServiceName): string => `filemill.${service}.v1`;
