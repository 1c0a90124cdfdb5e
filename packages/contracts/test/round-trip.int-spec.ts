import 'reflect-metadata';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, reasonOf } from '@filemill/errors';
import { createLogger, currentRequestId, runInContext, ZodPipe } from '@filemill/platform';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { SignJWT } from 'jose';
import { Registry } from 'prom-client';
import { z } from 'zod';
import {
  type billing,
  createServiceClient,
  grpcServerOptions,
  installServerEdges,
  ServiceTokens,
} from '../src/index.js';

const SECRET = 'a secret of at least thirty-two characters';
const USER = '0193a5b0-0000-7000-8000-000000000001';
const LOST = USER.replace('1', '3');
const seen: string[] = [];
const registry = new Registry();
const logger = createLogger('test', 'silent');

@Controller()
class BillingController {
  @GrpcMethod('BillingService', 'GetSubscription')
  getSubscription(@Payload(new ZodPipe(z.object({ userId: z.uuid() }))) request: { userId: string }) {
    seen.push(currentRequestId());
    if (request.userId === LOST) throw new AppError('UNAVAILABLE', {}, { cause: new Error('pool is full') });
    if (request.userId !== USER) throw new AppError('NOT_FOUND', { what: 'This user' });
    return { state: 'active', expiresAtMs: 1_795_000_000_000 };
  }
}

@Module({ controllers: [BillingController] })
class BillingModule {}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe('a call from one service to another', () => {
  let app: INestMicroservice;
  let address: string;
  const client = (secret = SECRET, name = 'gateway') =>
    createServiceClient<billing.BillingService>('billing', address, new ServiceTokens(secret, name));

  const serve = async (port: number, metrics?: Registry): Promise<INestMicroservice> => {
    const service = await NestFactory.createMicroservice(BillingModule, {
      ...grpcServerOptions('billing', '127.0.0.1', port, metrics),
      logger: false,
    });
    installServerEdges(service, new ServiceTokens(SECRET, 'billing'), logger, metrics);
    await service.listen();
    return service;
  };

  beforeAll(async () => {
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    app = await serve(port, registry);
  });
  afterAll(() => app.close());

  it('returns the answer, 64-bit numbers as numbers, and carries the request id', async () => {
    const caller = client();
    const answer = await runInContext({ requestId: 'request-4711' }, () =>
      caller.getSubscription({ userId: USER }),
    );
    expect(answer).toEqual(expect.objectContaining({ state: 'active', expiresAtMs: 1_795_000_000_000 }));
    expect(seen).toContain('request-4711');
    caller.close();
  });

  it('returns the error that was thrown', async () => {
    const caller = client();
    await expect(caller.getSubscription({ userId: USER.replace('1', '2') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      params: { what: 'This user' },
    });
    caller.close();
  });

  it('is refused with the names of the wrong fields when the request is invalid', async () => {
    const caller = client();
    await expect(caller.getSubscription({ userId: 'me' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { userId: expect.any(String) } },
    });
    caller.close();
  });

  it('fails with UNAVAILABLE without a valid service token, not with UNAUTHENTICATED, which concerns users', async () => {
    const stale = new ServiceTokens(SECRET, 'gateway');
    jest.spyOn(stale, 'token').mockResolvedValue(
      await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('gateway')
        .setAudience('filemill-internal')
        .setExpirationTime(Math.floor(Date.now() / 1000) - 120)
        .sign(new TextEncoder().encode(SECRET)),
    );
    const warn = jest.spyOn(logger, 'warn').mockClear();
    for (const [caller, reason] of [
      [client('another secret of at least thirty-two'), 'invalid'],
      [createServiceClient<billing.BillingService>('billing', address, stale), 'expired'],
    ] as const) {
      const error = await caller
        .getSubscription({ userId: USER }, { retry: false })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'UNAVAILABLE' });
      const detail = `the token of the calling service is ${reason}`;
      expect(reasonOf(error)).toBe(`UNAVAILABLE < billing/getSubscription: 16 UNAUTHENTICATED: ${detail}`);
      expect(warn).toHaveBeenLastCalledWith(
        { rpc: 'GetSubscription', reason, peer: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
        'call of an unknown process refused',
      );
      expect(await registry.metrics()).toContain(`service_calls_refused_total{reason="${reason}"} 1`);
      caller.close();
    }
  });

  it('fails with FORBIDDEN for a service that may not call this rpc', async () => {
    const caller = client(SECRET, 'usage');
    await expect(caller.getSubscription({ userId: USER })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    caller.close();
  });

  it('is counted by rpc and code, also when it is refused', async () => {
    const text = await registry.metrics();
    for (const code of ['ok', 'not_found', 'invalid_request', 'forbidden'])
      expect(text).toContain(`grpc_requests_total{rpc="GetSubscription",code="${code}"} 1`);
    expect(text).toContain('grpc_requests_total{rpc="GetSubscription",code="grpc_unauthenticated"} 2');
    expect(text).toContain('grpc_request_duration_seconds_count{rpc="GetSubscription"} 6');
  });

  it('is retried when its answer is lost, unless retry is false', async () => {
    const caller = client();
    for (const [options, times] of [
      [{}, 2],
      [{ retry: false }, 1],
    ] as const) {
      seen.length = 0;
      const lost = caller.getSubscription({ userId: LOST }, options);
      await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(seen).toHaveLength(times);
    }
    caller.close();
  });

  it('is logged on both sides with the reason when it is not answered', async () => {
    const warn = jest.spyOn(logger, 'warn');
    const caller = client();
    const error = await caller.getSubscription({ userId: LOST }).catch((thrown: unknown) => thrown);
    expect(reasonOf(error)).toMatch(/^UNAVAILABLE < billing\/getSubscription: 14 UNAVAILABLE/);
    expect(warn).toHaveBeenCalledWith(
      { rpc: 'GetSubscription', reason: 'UNAVAILABLE < pool is full' },
      'rpc unavailable',
    );
    caller.close();
  });

  it('waits briefly until another server replaces one that has ended', async () => {
    const port = await freePort();
    const caller = createServiceClient<billing.BillingService>(
      'billing',
      `127.0.0.1:${port}`,
      new ServiceTokens(SECRET, 'gateway'),
    );
    const first = await serve(port);
    await caller.getSubscription({ userId: USER });
    await first.close();
    const answer = caller.getSubscription({ userId: USER }).finally(() => caller.close());
    await sleep(250);
    const second = await serve(port);
    await expect(answer)
      .resolves.toMatchObject({ state: 'active' })
      .finally(() => second.close());
  });

  it('fails at once as UNAVAILABLE if no server listens', async () => {
    const unusedAddress = `127.0.0.1:${await freePort()}`;
    const caller = createServiceClient<billing.BillingService>(
      'billing',
      unusedAddress,
      new ServiceTokens(SECRET, 'gateway'),
    );
    const startedAt = Date.now();
    await expect(caller.getSubscription({ userId: USER })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    caller.close();
  });
});
