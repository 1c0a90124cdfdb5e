import type { Clock, Closable, Runtime } from '@filemill/platform';
import { freePort, testRuntime } from '@filemill/platform/testing';
import type { ServiceName } from '@filemill/product';
import { createServiceClient, type ServiceClient } from './client.js';
import { ServiceTokens } from './service-token.js';

export { countUnknownCallers, measureCalls } from './metrics.js';
export { OtlpCollector, type ReceivedSpan } from './otlp-collector.js';
export { aConversion } from './testing/a-conversion.js';
export { type Answers, type FakeService, serveFake } from './testing/fake-service.js';

const SECRET = 'the secret of one test of 32 characters or more';

/** Variables that every gRPC service has. */
interface GrpcServiceConfig {
  readonly GRPC_PORT: number;
  readonly SERVICE_TOKEN_SECRET: string;
}

/** A service that runs inside a test. */
export interface TestService<T> {
  /** Calls as the gateway, which every service accepts. */
  readonly client: ServiceClient<T>;
  /** Calls with a token that another secret signed. */
  readonly untrusted: ServiceClient<T>;
  readonly runtime: Runtime;
  /** Ends the service as SIGTERM does, while the clients stay connected. */
  stop(): Promise<void>;
  /** Closes the clients, and the service unless it was stopped. */
  close(): Promise<void>;
}

/**
 * Starts a service as its `main.ts` does, on a free port, and connects to it over real gRPC.
 *
 * @typeParam T - the generated interface
 * @param start - the service's own start
 */
export async function startTestService<T>(
  service: ServiceName,
  start: (runtime: Runtime, config: GrpcServiceConfig) => Promise<Closable>,
  clock?: Clock,
): Promise<TestService<T>> {
  const runtime = testRuntime(service, clock);
  const port = await freePort();
  const app = await start(runtime, { GRPC_PORT: port, SERVICE_TOKEN_SECRET: SECRET });
  const connect = (secret: string): ServiceClient<T> =>
    createServiceClient<T>(service, `127.0.0.1:${port}`, new ServiceTokens(secret, 'gateway'));
  const [client, untrusted] = [connect(SECRET), connect(`not ${SECRET}`)];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= Promise.resolve(app.close());
    return stopped;
  };
  return {
    client,
    untrusted,
    runtime,
    stop,
    close: async () => {
      client.close();
      untrusted.close();
      await stop();
    },
  };
}
