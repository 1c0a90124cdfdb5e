import { createLogger } from '@filemill/platform';
import { freePort } from '@filemill/platform/testing';
import type { ServiceName } from '@filemill/product';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import type { Calls } from '../client.js';
import { grpcServerOptions, installServerEdges } from '../server.js';
import { ServiceTokens } from '../service-token.js';
import { SERVICES } from '../services.js';

/** Answers of another service, by rpc; a missing one is answered with an error. */
export type Answers<T, K extends keyof T> = Pick<Calls<T>, K>;

/** Another service in memory, behind real gRPC. */
export interface FakeService {
  readonly app: INestMicroservice;
  readonly address: string;
}

/** Serves `answers` on a free port; a test may change them later. The set of rpcs is fixed at the start. */
export async function serveFake(service: ServiceName, secret: string, answers: object): Promise<FakeService> {
  class FakeController {}
  for (const method of Object.keys(answers)) {
    const answer = (request: never): unknown =>
      (answers as Record<string, (r: never) => unknown>)[method]?.(request);
    const descriptor = { value: answer, configurable: true, writable: true };
    Object.defineProperty(FakeController.prototype, method, descriptor);
    const rpc = `${method[0]?.toUpperCase()}${method.slice(1)}`;
    GrpcMethod(SERVICES[service], rpc)(FakeController.prototype, method, descriptor);
    Payload()(FakeController.prototype, method, 0);
  }
  Controller()(FakeController);
  class FakeModule {}
  Module({ controllers: [FakeController] })(FakeModule);

  const port = await freePort();
  const app = await NestFactory.createMicroservice(FakeModule, {
    ...grpcServerOptions(service, '127.0.0.1', port),
    logger: false,
  });
  installServerEdges(app, new ServiceTokens(secret, service), createLogger('test', 'silent'));
  await app.listen();
  return { app, address: `127.0.0.1:${port}` };
}
