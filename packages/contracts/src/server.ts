import { AppError, reasonOf, toGrpcStatus } from '@filemill/errors';
import { continueTrace, inSpan, type Logger, newRequestId, runInContext } from '@filemill/platform';
import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  type INestMicroservice,
  type NestInterceptor,
} from '@nestjs/common';
import { type GrpcOptions, Transport } from '@nestjs/microservices';
import { HealthImplementation } from 'grpc-health-check';
import type { Registry } from 'prom-client';
import { from, lastValueFrom, Observable, throwError } from 'rxjs';
import { takesCall } from './callers.js';
import { measureCalls } from './metrics.js';
import type { ServiceTokens } from './service-token.js';
import { LOADER_OPTIONS, protoPackage, protoPath, type ServiceName } from './services.js';

/**
 * Options of a Nest microservice that serves one proto and the standard health service.
 *
 * @param registry - takes the metrics of its calls
 */
export function grpcServerOptions(
  service: ServiceName,
  host: string,
  port: number,
  registry?: Registry,
): GrpcOptions {
  return {
    transport: Transport.GRPC,
    options: {
      url: `${host}:${port}`,
      package: protoPackage(service),
      protoPath: protoPath(service),
      loader: LOADER_OPTIONS,
      // Calls under way are answered before the process ends.
      gracefulShutdown: true,
      // Nest hands these on to grpc-js as the server's options.
      channelOptions: registry && { interceptors: [measureCalls(registry)] },
      onLoadPackageDefinition: (_definition, server) => {
        new HealthImplementation({ '': 'SERVING', [protoPackage(service)]: 'SERVING' }).addToServer(server);
      },
    },
  };
}

/**
 * Identity, request id, trace and errors for every rpc of a service. Call before `listen`.
 *
 * @param tokens - of the service that is called: its name decides whose calls it takes
 */
export function installServerEdges(app: INestMicroservice, tokens: ServiceTokens, logger: Logger): void {
  app.useGlobalGuards(new ServiceIdentityGuard(tokens));
  app.useGlobalInterceptors(new RequestInterceptor(tokens.service));
  app.useGlobalFilters(new GrpcErrorFilter(logger));
}

const metadataOf = (context: ExecutionContext): Metadata => context.switchToRpc().getContext<Metadata>();
/** Nest hands a handler's arguments on as they are: request, metadata, call. Its path is `/package.Service/Rpc`. */
const rpcOf = (context: ArgumentsHost): string => {
  const call = context.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2);
  return call.getPath().split('/').at(-1) ?? '';
};
const first = (metadata: Metadata, key: string): string | undefined => metadata.get(key)[0]?.toString();

/** Refuses a call that no service of ours made, or none that has business here. */
class ServiceIdentityGuard implements CanActivate {
  constructor(private readonly tokens: ServiceTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = await this.tokens.caller(first(metadataOf(context), 'authorization'));
    if (!caller) throw new AppError('UNAUTHENTICATED');
    const { service } = this.tokens;
    const rpc = rpcOf(context);
    if (!takesCall(service, caller, rpc)) throw new AppError('FORBIDDEN', { service, caller, rpc });
    return true;
  }
}

/** Handles a call as a part of the request that it was made for: its id, and its trace if it has one. */
class RequestInterceptor implements NestInterceptor {
  constructor(private readonly service: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = metadataOf(context);
    const requestId = newRequestId(first(metadata, 'x-request-id'));
    const parent = first(metadata, 'traceparent');
    // Nest binds the handler to the context in which it is asked for it.
    const handle = (): Observable<unknown> =>
      parent === undefined ? next.handle() : from(this.traced(parent, rpcOf(context), next));
    return new Observable((subscriber) => runInContext({ requestId }, () => handle().subscribe(subscriber)));
  }

  private traced(parent: string, rpc: string, next: CallHandler): Promise<unknown> {
    const handle = (): Promise<unknown> => lastValueFrom(next.handle());
    return continueTrace(parent, () => inSpan(`${this.service}/${rpc}`, {}, handle, 'server'));
  }
}

@Catch()
class GrpcErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const { code } = AppError.from(error);
    if (code === 'INTERNAL') this.logger.error({ err: error }, 'rpc failed');
    else if (code === 'UNAVAILABLE')
      this.logger.warn({ rpc: rpcOf(host), reason: reasonOf(error) }, 'rpc unavailable');
    return throwError(() => toGrpcStatus(error));
  }
}
