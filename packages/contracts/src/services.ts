import { fileURLToPath } from 'node:url';
import { loadSync, type Options, type ServiceDefinition } from '@grpc/proto-loader';

/** The gRPC services, by folder below `proto/`. */
export const SERVICES = {
  accounts: 'AccountsService',
  billing: 'BillingService',
  usage: 'UsageService',
  admin: 'AdminService',
} as const;

export type ServiceName = keyof typeof SERVICES;

/** On which port each listens, unless configured otherwise; containers and the chart use the same. */
export const SERVICE_PORTS = {
  accounts: 3101,
  billing: 3102,
  usage: 3103,
  admin: 3104,
} as const satisfies Record<ServiceName, number>;

export const protoPackage = (service: ServiceName): string => `filemill.${service}.v1`;

export const protoPath = (service: ServiceName): string =>
  fileURLToPath(new URL(`../proto/${service}/v1/${service}.proto`, import.meta.url));

/** One way of reading messages on both sides: camelCase, numbers, every field present. */
export const LOADER_OPTIONS: Options = {
  keepCase: false,
  longs: Number,
  enums: String,
  defaults: true,
  arrays: true,
  objects: true,
  oneofs: true,
};

/** Names of all rpcs of a service, as its proto has them. */
export function rpcNames(service: ServiceName): string[] {
  const definitions = loadSync(protoPath(service), LOADER_OPTIONS);
  return Object.keys(definitions[`${protoPackage(service)}.${SERVICES[service]}`] as ServiceDefinition);
}
