import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@filemill/product';
import { fromJSON, type Options, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import protobuf from 'protobufjs';
import { wordValues } from './enums.js';
import { structWrapper } from './struct.js';

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

const PROTOS = fileURLToPath(new URL('../proto', import.meta.url));
/** Package of the enums whose values are words in the code. */
const COMMON = 'filemill.common.v1';

protobuf.wrappers['.google.protobuf.Struct'] = structWrapper;

/**
 * One way of reading messages on both sides: camelCase, numbers, every field present except absent optional ones. Without
 * `oneofs`, which would add a field `_name` for every optional field that is set.
 */
export const LOADER_OPTIONS: Options = {
  longs: Number,
  enums: String,
  defaults: true,
  arrays: true,
  objects: true,
};

/**
 * Reads the proto of a service, for its server and its clients.
 *
 * @throws {Error} if an enum and its list of words differ
 */
export function loadService(service: ServiceName): PackageDefinition {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => (isAbsolute(target) ? target : join(PROTOS, target));
  root.loadSync(`${service}/v1/${service}.proto`, { keepCase: false });
  const { nestedArray } = root.lookup(COMMON) as protobuf.Namespace;
  for (const type of nestedArray)
    if (type instanceof protobuf.Enum) type.values = wordValues(type.name, type.values);
  return fromJSON(root.toJSON(), LOADER_OPTIONS);
}

/** Names of all rpcs of a service, as its proto has them. */
export function rpcNames(service: ServiceName): string[] {
  const definition = loadService(service)[`${protoPackage(service)}.${SERVICES[service]}`];
  return Object.keys(definition as ServiceDefinition);
}
