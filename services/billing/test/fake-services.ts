import {
  type accounts,
  grpcServerOptions,
  installServerEdges,
  ServiceTokens,
  type usage,
} from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import { createLogger } from '@filemill/platform';
import { freePort } from '@filemill/platform/testing';
import { Controller, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Payload } from '@nestjs/microservices';

/** Another service in memory, behind real gRPC. */
interface Served {
  readonly app: INestMicroservice;
  readonly address: string;
}

async function serve(name: 'accounts' | 'usage', controller: Type, secret: string): Promise<Served> {
  @Module({ controllers: [controller] })
  class ServedModule {}
  const port = await freePort();
  const app = await NestFactory.createMicroservice(ServedModule, {
    ...grpcServerOptions(name, '127.0.0.1', port),
    logger: false,
  });
  installServerEdges(app, new ServiceTokens(secret, name), createLogger('test', 'silent'));
  await app.listen();
  return { app, address: `127.0.0.1:${port}` };
}

/** Accounts in memory: records the plans that it receives. */
export class MemoryAccounts {
  readonly setPlanCalls: accounts.SetPlanRequest[] = [];
  isUnreachable = false;

  /** The last plan that was set for a user. */
  planOf(userId: string): accounts.SetPlanRequest | undefined {
    return this.setPlanCalls.filter((call) => call.userId === userId).at(-1);
  }

  serve(secret: string): Promise<Served> {
    const memory = this;
    @Controller()
    class AccountsController {
      @GrpcMethod('AccountsService', 'SetPlan')
      setPlan(@Payload() request: accounts.SetPlanRequest): accounts.SetPlanResponse {
        if (memory.isUnreachable) throw new AppError('UNAVAILABLE');
        memory.setPlanCalls.push(request);
        return {};
      }
      @GrpcMethod('AccountsService', 'GetUsers')
      getUsers(@Payload() { userIds }: accounts.GetUsersRequest): Pick<accounts.GetUsersResponse, never> {
        return { users: userIds.map((id) => ({ id, email: `${id}@example.com` })) };
      }
    }
    return serve('accounts', AccountsController, secret);
  }
}

/** Usage with the plan table only. */
export function servePlans(secret: string): Promise<Served> {
  @Controller()
  class UsageController {
    @GrpcMethod('UsageService', 'GetPlans')
    getPlans(): usage.GetPlansResponse {
      return { version: 1, plans: DEFAULT_PLANS };
    }
  }
  return serve('usage', UsageController, secret);
}
