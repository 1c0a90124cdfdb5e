import 'reflect-metadata';
import { rpcNames } from '@filemill/contracts';
import { describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod } from '@nestjs/microservices';
import { checkRpcHandlers } from './rpc-handlers.js';

/** A controller that handles these rpcs of the admin service. */
function controllerOf(rpcs: readonly string[]) {
  class Handlers {}
  for (const rpc of rpcs) {
    const descriptor = { value: () => ({}), configurable: true };
    Object.defineProperty(Handlers.prototype, rpc, descriptor);
    GrpcMethod('AdminService', rpc)(Handlers.prototype, rpc, descriptor);
  }
  Controller()(Handlers);
  return Handlers;
}

/** The check of an application with these controllers. */
async function check(...controllers: ReturnType<typeof controllerOf>[]): Promise<void> {
  class TestModule {}
  Module({ controllers })(TestModule);
  const app = await NestFactory.createApplicationContext(TestModule, { logger: false });
  try {
    checkRpcHandlers(app, 'admin');
  } finally {
    await app.close();
  }
}

describe('checkRpcHandlers', () => {
  const rpcs = rpcNames('admin');
  const [first = '', ...others] = rpcs;

  it('accepts a service whose controllers handle each rpc once', async () => {
    await expect(check(controllerOf([first]), controllerOf(others))).resolves.toBeUndefined();
  });

  it('refuses an rpc without a handler', async () => {
    await expect(check(controllerOf(others))).rejects.toThrow(`AdminService: ${first} has no handler`);
  });

  it('refuses an rpc with two handlers', async () => {
    await expect(check(controllerOf(rpcs), controllerOf([first]))).rejects.toThrow(
      `AdminService: ${first} has two handlers`,
    );
  });

  it('refuses a handler of an rpc that the proto does not have', async () => {
    await expect(check(controllerOf([...rpcs, 'Unknown']))).rejects.toThrow(
      'AdminService: Unknown is no rpc of the proto',
    );
  });
});
