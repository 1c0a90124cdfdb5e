import { AppError, reasonOf, toGrpcStatus, unknownCallerStatus } from '@filemill/errors';
import { continueTrace, inSpan, type Logger, newRequestId, runInContext } from '@filemill/platform';
import { HEADERS, type ServiceName } from '@filemill/product';
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
import type { Counter, Registry } from 'prom-client';
import { from, lastValueFrom, Observable, throwError } from 'rxjs';
import { isCallAllowed } from './callers.js';
import { countUnknownCallers, measureCalls } from './metrics.js';
import type { ServiceTokens, TokenFault } from './service-token.js';
import { loadService, protoPackage } from './services.js';

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
      packageDefinition: loadService(service),
      // Calls in progress are answered before the process ends.
      gracefulShutdown: true,
      // Nest passes these to grpc-js as the server's options.
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
 * @param tokens - of the called service: its name decides whose calls it accepts
 * @param registry - counts the calls of unidentified processes
 */
export function installServerEdges(
  app: INestMicroservice,
  tokens: ServiceTokens,
  logger: Logger,
  registry?: Registry,
): void {
  const unknownCallers = registry && countUnknownCallers(registry);
  app.useGlobalGuards(new ServiceIdentityGuard(tokens, logger, unknownCallers));
  app.useGlobalInterceptors(new RequestInterceptor(tokens.service));
  app.useGlobalFilters(new GrpcErrorFilter(logger));
}

const metadataOf = (context: ExecutionContext): Metadata => context.switchToRpc().getContext<Metadata>();
/** Nest passes a handler's arguments unchanged: request, metadata, call. */
const callOf = (context: ArgumentsHost) => context.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2);
/** The call's path is `/package.Service/Rpc`. */
const rpcOf = (context: ArgumentsHost): string => callOf(context).getPath().split('/').at(-1) ?? '';
const first = (metadata: Metadata, key: string): string | undefined => metadata.get(key)[0]?.toString();

/** A call from a process that did not identify itself as one of ours. */
class UnknownCallerError extends Error {
  constructor(readonly fault: TokenFault) {
    super(`the token of the calling service is ${fault}`);
  }
}

/** Refuses a call from an unidentified process, or from one that may not call this rpc. */
class ServiceIdentityGuard implements CanActivate {
  constructor(
    private readonly tokens: ServiceTokens,
    private readonly logger: Logger,
    private readonly unknownCallers: Counter<'reason'> | undefined,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { service } = this.tokens;
    const rpc = rpcOf(context);
    const identified = await this.tokens.identify(first(metadataOf(context), 'authorization'));
    if (identified.fault !== undefined) {
      const { fault: reason } = identified;
      this.unknownCallers?.inc({ reason });
      this.logger.warn(
        { rpc, reason, peer: callOf(context).getPeer() },
        'call of an unknown process refused',
      );
      throw new UnknownCallerError(reason);
    }
    const { caller } = identified;
    if (!isCallAllowed(service, caller, rpc)) throw new AppError('FORBIDDEN', { service, caller, rpc });
    return true;
  }
}

/** Handles a call inside the context of its request: with its id, and its trace if it has one. */
class RequestInterceptor implements NestInterceptor {
  constructor(private readonly service: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = metadataOf(context);
    const requestId = newRequestId(first(metadata, HEADERS.requestId));
    const parent = first(metadata, 'traceparent');
    // Nest binds the handler to the context that is active in this call.
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
    if (error instanceof UnknownCallerError) return throwError(() => unknownCallerStatus(error.message));
    const { code } = AppError.from(error);
    if (code === 'INTERNAL') this.logger.error({ err: error }, 'rpc failed');
    else if (code === 'UNAVAILABLE')
      this.logger.warn({ rpc: rpcOf(host), reason: reasonOf(error) }, 'rpc unavailable');
    return throwError(() => toGrpcStatus(error));
  }
}
