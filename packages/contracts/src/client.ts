import { AppError, fromGrpcError } from '@filemill/errors';
import { currentRequestId, inSpan, traceparent } from '@filemill/platform';
import { HEADERS, type ServiceName } from '@filemill/product';
import { type Client, credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { z } from 'zod';
import { checkHealth } from './health.js';
import type { ServiceTokens } from './service-token.js';
import { loadService, protoPackage, SERVICE_PORTS, SERVICES } from './services.js';

const localAddress = (service: ServiceName): string => `127.0.0.1:${SERVICE_PORTS[service]}`;

/** Addresses of the services, such as `dns:///usage:50051`; a headless name is balanced over its pods. */
export const clientConfig = {
  ACCOUNTS_ADDRESS: z.string().default(localAddress('accounts')),
  BILLING_ADDRESS: z.string().default(localAddress('billing')),
  USAGE_ADDRESS: z.string().default(localAddress('usage')),
  ADMIN_ADDRESS: z.string().default(localAddress('admin')),
};

/** What one call may change. */
export interface CallOptions {
  /** The call fails with UNAVAILABLE after this long; 5 s by default. */
  deadlineMs?: number;
  /** Whether it is retried once if no server was reached; false if a repetition would return another answer. */
  retry?: boolean;
}

/** A generated client interface with promises instead of observables. */
export type Calls<T> = {
  [K in keyof T]: T[K] extends (request: infer Request) => infer Response
    ? (request: Request, options?: CallOptions) => Response
    : never;
};

/** A typed client that can be closed, and can check whether the other side answers. */
export type ServiceClient<T> = Calls<T> & {
  close(): void;
  /** Resolves once a connection is established. @throws {AppError} UNAVAILABLE after `timeoutMs` */
  waitUntilReady(timeoutMs: number): Promise<void>;
  /** Calls its health service. @throws {AppError} UNAVAILABLE unless it answers SERVING within `timeoutMs` */
  checkHealth(timeoutMs: number): Promise<void>;
};

const DEFAULT_DEADLINE_MS = 5_000;
/** Pause before the only retry of a call that reached no server, and how long it then waits for a connection. */
const RETRY_PAUSE_MS = 100;
const SUCCESSOR_MS = 1_000;

/** proto-loader's form of a service. */
type ClientConstructor = (new (
  ...args: unknown[]
) => Client) & {
  service: Record<string, { originalName: string }>;
};

type UnaryMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: unknown) => void,
) => void;

/**
 * Connects to one service. Each call carries the request id, the trace and the caller's token, has a deadline, and is
 * retried once after UNAVAILABLE, when the first try may have taken place: as soon as a connection is established,
 * since a replaced pod soon has a successor. So an rpc that creates something gets its id in the request, and one whose
 * repetition would return another answer is called with `retry: false`.
 *
 * @typeParam T - the generated interface, such as `usage.UsageService`
 */
export function createServiceClient<T>(
  service: ServiceName,
  address: string,
  tokens: ServiceTokens,
): ServiceClient<T> {
  const definition = loadPackageDefinition(loadService(service));
  const scope = protoPackage(service)
    .split('.')
    .reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, definition);
  const Constructor = scope[SERVICES[service]] as ClientConstructor;
  const client = new Constructor(address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // Reconnects to a restarted service at once instead of after grpc's default of up to two minutes.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    // Pods that are replaced have new addresses; grpc would look for them every 30 s at most.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    'grpc.keepalive_time_ms': 30_000,
  });

  const callOnce = async (method: string, request: unknown, deadlineMs: number): Promise<unknown> => {
    const metadata = new Metadata();
    metadata.set(HEADERS.requestId, currentRequestId());
    metadata.set('authorization', await tokens.token());
    const parent = traceparent();
    if (parent !== undefined) metadata.set('traceparent', parent);
    const invoke = (client as unknown as Record<string, UnaryMethod>)[method];
    if (!invoke) throw new TypeError(`${service} has no method ${method}`);
    return new Promise((resolve, reject) => {
      invoke.call(client, request, metadata, { deadline: Date.now() + deadlineMs }, (error, response) => {
        if (!error) return resolve(response);
        error.message = `${service}/${method}: ${error.message}`; // which of the services, for the log
        reject(fromGrpcError(error));
      });
    });
  };
  const waitUntilReady = (timeoutMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      client.waitForReady(Date.now() + timeoutMs, (error) =>
        error ? reject(new AppError('UNAVAILABLE', {}, { cause: error })) : resolve(),
      );
    });
  const call = async (method: string, request: unknown, options: CallOptions): Promise<unknown> => {
    const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    try {
      return await callOnce(method, request, deadlineMs);
    } catch (error) {
      const isLost = error instanceof AppError && error.code === 'UNAVAILABLE';
      if (!isLost || options.retry === false) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      await waitUntilReady(Math.min(deadlineMs, SUCCESSOR_MS));
      return callOnce(method, request, deadlineMs);
    }
  };

  const rpcs = Object.values(Constructor.service).map(({ originalName }) => [
    originalName,
    (request: unknown, options: CallOptions = {}) =>
      inSpan(`call ${service}/${originalName}`, {}, () => call(originalName, request, options), 'client'),
  ]);
  return {
    ...Object.fromEntries(rpcs),
    close: () => client.close(),
    checkHealth: (timeoutMs: number) => checkHealth(client, timeoutMs),
    waitUntilReady,
  };
}
