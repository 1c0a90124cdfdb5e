import {
  type billing,
  grpcServerOptions,
  installServerEdges,
  ServiceTokens,
  type usage,
} from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { freePort, testRuntime } from '@filemill/platform/testing';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type GrpcOptions, Payload } from '@nestjs/microservices';

/** Calls to usage and billing, in order. */
export class RecordedCalls {
  readonly calls: string[] = [];
  /** While set, every call fails. */
  isUnreachable = false;
  /** Every call about this user fails. */
  failsFor: string | undefined;
  /** Erasures wait for this promise. */
  erasing: Promise<void> | undefined;
  /** While set, nobody has a subscription. */
  isWithoutSubscriptions = false;

  note(call: string, userId: string | undefined): Record<string, never> {
    if (this.isUnreachable || (userId !== undefined && userId === this.failsFor))
      throw new AppError('UNAVAILABLE');
    this.calls.push(`${call} ${userId}`);
    return {};
  }
}

async function serve(
  service: 'usage' | 'billing',
  controller: new () => object,
  secret: string,
): Promise<{ app: INestMicroservice; address: string }> {
  @Module({ controllers: [controller] })
  class ServiceModule {}
  const port = await freePort();
  const app = await NestFactory.createMicroservice<GrpcOptions>(ServiceModule, {
    ...grpcServerOptions(service, '127.0.0.1', port),
    logger: false,
  });
  installServerEdges(app, new ServiceTokens(secret, service), testRuntime(service).logger);
  await app.listen();
  return { app, address: `127.0.0.1:${port}` };
}

/** Usage, with the rpcs that accounts calls. */
export function serveUsage(recorded: RecordedCalls, secret: string) {
  @Controller()
  class UsageController {
    @GrpcMethod('UsageService', 'EraseOwner')
    async eraseOwner(@Payload() { owner }: usage.EraseOwnerRequest) {
      await recorded.erasing;
      return recorded.note('eraseOwner', owner?.id);
    }
    @GrpcMethod('UsageService', 'CancelOwner')
    cancelOwner(@Payload() { owner }: usage.CancelOwnerRequest) {
      return recorded.note('cancelOwner', owner?.id);
    }
  }
  return serve('usage', UsageController, secret);
}

/** Billing, with the rpcs that accounts calls. */
export function serveBilling(recorded: RecordedCalls, secret: string) {
  @Controller()
  class BillingController {
    @GrpcMethod('BillingService', 'EraseUser')
    eraseUser(@Payload() { userId }: billing.EraseUserRequest) {
      return recorded.note('eraseUser', userId);
    }
    @GrpcMethod('BillingService', 'CancelSubscription')
    cancelSubscription(@Payload() { userId }: billing.CancelSubscriptionRequest) {
      recorded.note('cancelSubscription', userId);
      if (recorded.isWithoutSubscriptions) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
      return { cancellationDateMs: 1, alreadyCancelled: false };
    }
  }
  return serve('billing', BillingController, secret);
}
