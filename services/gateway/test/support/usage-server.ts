import { grpcServerOptions, installServerEdges, ServiceTokens, type usage } from '@filemill/contracts';
import { createLogger } from '@filemill/platform';
import { freePort } from '@filemill/platform/testing';
import { Controller, type INestMicroservice, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import type { MemoryUsage } from './memory-usage.js';

const LEDGER = Symbol('ledger');

@Controller()
class UsageController {
  constructor(@Inject(LEDGER) private readonly ledger: MemoryUsage) {}

  @GrpcMethod('UsageService', 'GetPlans')
  getPlans() {
    return this.ledger.getPlans();
  }
  @GrpcMethod('UsageService', 'CheckUpload')
  checkUpload(@Payload() request: usage.CheckUploadRequest) {
    return this.ledger.checkUpload(request);
  }
  @GrpcMethod('UsageService', 'AcceptConversion')
  acceptConversion(@Payload() request: usage.AcceptConversionRequest) {
    return this.ledger.acceptConversion(request);
  }
  @GrpcMethod('UsageService', 'GetConversion')
  getConversion(@Payload() request: usage.GetConversionRequest) {
    return this.ledger.getConversion(request);
  }
  @GrpcMethod('UsageService', 'DeleteConversion')
  deleteConversion(@Payload() request: usage.DeleteConversionRequest) {
    return this.ledger.deleteConversion(request);
  }
  @GrpcMethod('UsageService', 'GetOverview')
  getOverview(@Payload() request: usage.GetOverviewRequest) {
    return this.ledger.getOverview(request);
  }
  @GrpcMethod('UsageService', 'ListConversions')
  listConversions(@Payload() request: usage.ListConversionsRequest) {
    return this.ledger.listConversions(request);
  }
}

/** Usage in memory behind real gRPC. */
export async function serveUsage(
  ledger: MemoryUsage,
  secret: string,
): Promise<{ app: INestMicroservice; address: string }> {
  @Module({ controllers: [UsageController], providers: [{ provide: LEDGER, useValue: ledger }] })
  class UsageModule {}

  const port = await freePort();
  const app = await NestFactory.createMicroservice(UsageModule, {
    ...grpcServerOptions('usage', '127.0.0.1', port),
    logger: false,
  });
  installServerEdges(app, new ServiceTokens(secret, 'usage'), createLogger('test', 'silent'));
  await app.listen();
  return { app, address: `127.0.0.1:${port}` };
}
