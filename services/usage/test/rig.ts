import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createServiceClient, type ServiceClient, ServiceTokens, type usage } from '@filemill/contracts';
import { createDataSource, PATIENT, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { freePort, testRuntime } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { createGrpcServer } from '@filemill/service';
import type { ObjectStore } from '@filemill/storage';
import { afterAll, beforeAll } from '@jest/globals';
import type { INestMicroservice, Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { usageService } from '../src/app.module.js';
import { loadUsageConfig, OBJECT_STORE } from '../src/config.js';
import { usageDatabase } from '../src/database.js';

const SECRET = 'a secret of the tests that is long enough to be one';
/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;

/** A guest as the gateway names it, with a unique fingerprint and address. */
export function aGuest(changes: Partial<usage.Owner> = {}): usage.Owner {
  const [a, b, c] = randomBytes(3);
  const id = randomBytes(32).toString('hex');
  return { kind: 'guest', id, address: `10.${a}.${b}.${c}`, plan: 'guest', ...changes };
}

/** A user as the gateway names it. */
export const aUser = (plan: 'free' | 'pro' = 'free'): usage.Owner => ({
  kind: 'user',
  id: crypto.randomUUID(),
  address: '',
  plan,
});

/** A loss as a worker reports it. */
export const A_LOSS: usage.Loss = {
  code: 'links_dropped',
  message: 'Links were left out: 3 entries.',
  params: { count: 3 },
};

/**
 * The service with real Postgres, Redis and folder store. Tests move its clock and run its background loops.
 */
export class Rig {
  offsetMs = 0;
  readonly clock = { nowMs: (): number => Date.now() + this.offsetMs };

  postgres!: TestPostgres;
  redis!: TestRedis;
  private folder!: string;
  app!: INestMicroservice;
  client!: ServiceClient<usage.UsageService>;
  /** The test's separate connection to Postgres. */
  sql!: DataSource;
  port!: number;

  async start(env: Record<string, string> = {}): Promise<this> {
    [this.postgres, this.redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    this.folder = await mkdtemp(join(tmpdir(), 'filemill-usage-'));
    const url = await this.postgres.createService('usage');
    this.sql = await createDataSource(usageDatabase, { ...PATIENT, url }).initialize();
    await runMigrations(this.sql, usageDatabase.schema);
    this.port = await freePort();
    const config = loadUsageConfig({
      GRPC_PORT: `${this.port}`,
      DATABASE_URL: url,
      REDIS_URL: this.redis.url,
      STORE_URL: `file://${this.folder}`,
      SERVICE_TOKEN_SECRET: SECRET,
      WORKER_TOKEN_SECRET: `not ${SECRET}`,
      ...env,
    });
    this.app = await createGrpcServer(usageService, testRuntime('usage', this.clock), config);
    await this.app.listen();
    this.client = createServiceClient(
      'usage',
      `127.0.0.1:${this.port}`,
      new ServiceTokens(SECRET, 'gateway'),
    );
    await this.client.waitUntilReady(5_000);
    return this;
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  get store(): ObjectStore {
    return this.app.get<ObjectStore>(OBJECT_STORE);
  }

  /** Requests a permit. @returns the request that accepts a conversion with it; no file is stored */
  async request(owner: usage.Owner): Promise<usage.AcceptConversionRequest> {
    const permit = await this.client.checkUpload({ owner, openUploads: 0 });
    return this.requestFor(owner, permit);
  }

  requestFor(owner: usage.Owner, permit: usage.CheckUploadResponse): usage.AcceptConversionRequest {
    return {
      conversionId: permit.conversionId,
      startedAtMs: permit.startedAtMs,
      keyPrefix: permit.keyPrefix,
      owner,
      category: 'image',
      lane: 'image',
      inputFormat: 'png',
      outputFormat: 'webp',
      optionsJson: '{"quality":80}',
      originalFileName: 'holiday.png',
      originalSizeBytes: 1_000,
      inputKey: `${permit.keyPrefix}input`,
      inputs: [],
    };
  }

  /** Stores an input and has its conversion accepted. */
  async addConversion(owner: usage.Owner = aUser('pro')): Promise<usage.Conversion> {
    const request = await this.request(owner);
    await this.store.put(request.inputKey, Readable.from(['pixels']));
    return this.accept(request);
  }

  async accept(request: usage.AcceptConversionRequest): Promise<usage.Conversion> {
    return present((await this.client.acceptConversion(request)).conversion);
  }

  async find(conversionId: string): Promise<usage.Conversion> {
    return present((await this.client.getConversion({ conversionId })).conversion);
  }

  claim(conversionId: string, claimToken = crypto.randomUUID()): Promise<usage.ClaimAttemptResponse> {
    return this.client.claimAttempt({ conversionId, worker: 'test', claimToken });
  }

  /** Makes the lease of a conversion's attempt expire, as if its worker had not extended it. */
  async expireLease(conversionId: string): Promise<void> {
    await this.sql.query(
      `UPDATE conversions SET claimed_at = claimed_at - interval '20 s', checked_at = checked_at - interval '20 s'
        WHERE id = $1`,
      [conversionId],
    );
  }

  complete(conversion: usage.Conversion, attempt: number): Promise<usage.SettleAttemptResponse> {
    const completed = {
      outputKey: `${conversion.keyPrefix}output-${attempt}`,
      convertedSizeBytes: 500,
      outputExtension: 'webp',
      processingMs: 120,
      losses: [A_LOSS],
    };
    return this.client.settleAttempt({ conversionId: conversion.id, attempt, completed });
  }

  fail(
    conversion: usage.Conversion,
    attempt: number,
    code: string,
    processingMs = 10,
  ): Promise<usage.SettleAttemptResponse> {
    const failed = { code, params: {}, processingMs };
    return this.client.settleAttempt({ conversionId: conversion.id, attempt, failed });
  }

  /** The counters of a subject, such as `{ total: 1, image: 1, unfinished: 1 }`. */
  async countersOf(subject: string): Promise<Record<string, number>> {
    const rows: { category: string; used: number }[] = await this.sql.query(
      'SELECT category, used FROM counters WHERE subject = $1',
      [subject],
    );
    return Object.fromEntries(rows.map(({ category, used }) => [category, used]));
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.app.close();
    await this.sql.destroy();
    await this.postgres.stop();
    await this.redis.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Starts a rig before all tests of a file, and stops it afterwards. */
export function useRig(env?: Record<string, string>): Rig {
  const rig = new Rig();
  beforeAll(async () => {
    await rig.start(env);
  });
  afterAll(() => rig.stop());
  return rig;
}

/** Returns a field that is optional only because of protobuf. @throws {Error} if it is missing */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('missing in the answer');
  return value;
}
