import { type accounts, grpcServerOptions, installServerEdges, ServiceTokens } from '@filemill/contracts';
import { createLogger, systemClock } from '@filemill/platform';
import { freePort } from '@filemill/platform/testing';
import { Controller, type INestMicroservice, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import type { Registry } from 'prom-client';
import { MemoryAccounts } from './memory-accounts.js';

const USERS = Symbol('users');

@Controller()
class AccountsController {
  constructor(@Inject(USERS) private readonly users: MemoryAccounts) {}

  @GrpcMethod('AccountsService', 'Identify')
  identify(@Payload() request: accounts.IdentifyRequest) {
    return this.users.identify(request);
  }
  @GrpcMethod('AccountsService', 'Login')
  login(@Payload() request: accounts.LoginRequest) {
    return this.users.login(request);
  }
  @GrpcMethod('AccountsService', 'Logout')
  logout(@Payload() request: accounts.LogoutRequest) {
    return this.users.logout(request);
  }
  @GrpcMethod('AccountsService', 'GetUser')
  getUser(@Payload() request: accounts.GetUserRequest) {
    return this.users.getUser(request);
  }
}

/**
 * Users in memory behind real gRPC, for gateways in processes of their own.
 *
 * @param secret - of the tokens between services
 * @param registry - collects the metrics of its calls
 */
export async function serveAccounts(
  secret: string,
  registry?: Registry,
): Promise<{ app: INestMicroservice; address: string; users: MemoryAccounts }> {
  const users = new MemoryAccounts(systemClock);

  @Module({ controllers: [AccountsController], providers: [{ provide: USERS, useValue: users }] })
  class AccountsModule {}

  const port = await freePort();
  const app = await NestFactory.createMicroservice(AccountsModule, {
    ...grpcServerOptions('accounts', '127.0.0.1', port, registry),
    logger: false,
  });
  installServerEdges(app, new ServiceTokens(secret, 'accounts'), createLogger('test', 'silent'), registry);
  await app.listen();
  return { app, address: `127.0.0.1:${port}`, users };
}
