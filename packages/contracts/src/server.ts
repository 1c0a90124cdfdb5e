import { AppError, toGrpcStatus } from '@filemill/errors';
import { type Logger, newRequestId, runInContext } from '@filemill/platform';
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
import { Observable, throwError } from 'rxjs';
import { takesCall } from './callers.js';
import type { ServiceTokens } from './service-token.js';
import { LOADER_OPTIONS, protoPackage, protoPath, type ServiceName } from './services.js';

/** Options of a Nest microservice that serves one proto and the standard health service. */
export function grpcServerOptions(service: ServiceName, host: string, port: number): GrpcOptions {
  return {
    transport: Transport.GRPC,
    options: {
      url: `${host}:${port}`,
      package: protoPackage(service),
      protoPath: protoPath(service),
      loader: LOADER_OPTIONS,
      // Calls under way are answered before the process ends.
      gracefulShutdown: true,
      onLoadPackageDefinition: (_definition, server) => {
        new HealthImplementation({ '': 'SERVING', [protoPackage(service)]: 'SERVING' }).addToServer(server);
      },
    },
  };
}

/**
 * Identity, request id and errors for every rpc of a service. Call before `listen`.
 *
 * @param tokens - of the service that is called: its name decides whose calls it takes
 */
export function installServerEdges(app: INestMicroservice, tokens: ServiceTokens, logger: Logger): void {
  app.useGlobalGuards(new ServiceIdentityGuard(tokens));
  app.useGlobalInterceptors(new RequestIdInterceptor());
  app.useGlobalFilters(new GrpcErrorFilter(logger));
}

const metadataOf = (context: ExecutionContext): Metadata => context.switchToRpc().getContext<Metadata>();
/** Nest hands a handler's arguments on as they are: request, metadata, call. Its path is `/package.Service/Rpc`. */
const rpcOf = (context: ExecutionContext): string => {
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

class RequestIdInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const requestId = newRequestId(first(metadataOf(context), 'x-request-id'));
    return new Observable((subscriber) =>
      runInContext({ requestId }, () => next.handle().subscribe(subscriber)),
    );
  }
}

@Catch()
class GrpcErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    if (AppError.from(error).code === 'INTERNAL') this.logger.error({ err: error }, 'rpc failed');
    return throwError(() => toGrpcStatus(error));
  }
}
