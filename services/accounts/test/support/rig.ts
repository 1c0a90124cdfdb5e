import 'reflect-metadata';
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { type accounts, createServiceClient, type ServiceClient, ServiceTokens } from '@filemill/contracts';
import { createDataSource, PATIENT, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { newId, type Runtime } from '@filemill/platform';
import { freePort, testRuntime } from '@filemill/platform/testing';
import { TestRedis } from '@filemill/queue/testing';
import { createGrpcServer } from '@filemill/service';
import { afterAll, beforeAll } from '@jest/globals';
import type { INestMicroservice, Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { accountsService } from '../../src/app.module.js';
import { loadAccountsConfig } from '../../src/config.js';
import { accountsDatabase } from '../../src/database.js';
import { DeliveryService } from '../../src/delivery/delivery.service.js';
import type { Receiver } from '../../src/outbox/outbox.repository.js';
import { RecordedCalls, serveBilling, serveUsage } from './fake-services.js';
import { Mailbox } from './mailbox.js';

const SECRET = 'the secret of one test of 32 characters or more';
/** The password of every user that the rig adds. */
export const PASSWORD = 'correct horse';

/** A signed-in user. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** The service with real Postgres, Redis and mail server. Tests move its clock and start its deliveries. */
export class Rig {
  offsetMs = 0;
  readonly recorded = new RecordedCalls();
  readonly runtime: Runtime = testRuntime('accounts', { nowMs: () => Date.now() + this.offsetMs });
  readonly keys = generateKeyPairSync('ed25519');
  postgres!: TestPostgres;
  redis!: TestRedis;
  mailbox!: Mailbox;
  app!: INestMicroservice;
  client!: ServiceClient<accounts.AccountsService>;
  /** A client whose service tokens have a wrong secret. */
  untrusted!: ServiceClient<accounts.AccountsService>;
  /** The test's separate connection to Postgres. */
  sql!: DataSource;
  env!: Record<string, string>;
  private readonly closing: (() => Promise<void> | void)[] = [];
  private users = 0;

  async start(): Promise<this> {
    [this.postgres, this.redis] = await Promise.all([TestPostgres.start(), TestRedis.start()]);
    const url = await this.postgres.createService('accounts');
    this.sql = await createDataSource(accountsDatabase, { ...PATIENT, url }).initialize();
    await runMigrations(this.sql, accountsDatabase.schema);
    this.mailbox = new Mailbox(await freePort());
    await this.mailbox.open();
    const [usage, billing] = [
      await serveUsage(this.recorded, SECRET),
      await serveBilling(this.recorded, SECRET),
    ];
    const pem = this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    this.env = {
      GRPC_PORT: `${await freePort()}`,
      DATABASE_URL: url,
      REDIS_URL: this.redis.url,
      SMTP_URL: this.mailbox.url,
      PUBLIC_URL: 'https://mill.example',
      PRODUCT_NAME: 'Mill & Sons',
      SUPPORT_EMAIL: 'help@mill.example',
      USAGE_ADDRESS: usage.address,
      BILLING_ADDRESS: billing.address,
      SERVICE_TOKEN_SECRET: SECRET,
      TOKEN_PRIVATE_KEY: Buffer.from(pem).toString('base64url'),
      API_KEY_SECRET: randomBytes(32).toString('base64url'),
    };
    this.app = await createGrpcServer(accountsService, this.runtime, loadAccountsConfig(this.env));
    await this.app.listen();
    const connect = (secret: string) =>
      createServiceClient<accounts.AccountsService>(
        'accounts',
        `127.0.0.1:${this.env.GRPC_PORT}`,
        new ServiceTokens(secret, 'gateway'),
      );
    [this.client, this.untrusted] = [connect(SECRET), connect(`not ${SECRET}`)];
    this.closing.push(
      () => this.client.close(),
      () => this.untrusted.close(),
      () => this.app.close(),
      () => usage.app.close(),
      () => billing.app.close(),
      () => this.mailbox.close(),
    );
    return this;
  }

  get privateKey(): KeyObject {
    return this.keys.privateKey;
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** Restores the state before a test: nothing to deliver, no recorded calls, the current time. */
  async reset(): Promise<void> {
    this.offsetMs = 0;
    this.recorded.isUnreachable = false;
    this.recorded.failsFor = undefined;
    this.recorded.erasing = undefined;
    this.recorded.isWithoutSubscriptions = false;
    this.recorded.calls.length = 0;
    this.mailbox.mails.length = 0;
    await this.sql.query('DELETE FROM outbox');
  }

  /** Delivers everything that is due to one receiver. */
  deliver(receiver: Receiver): Promise<void> {
    return this.get(DeliveryService).run(receiver);
  }

  /** Adds an account with {@link PASSWORD} that is signed in from its own address. */
  async addUser(changes: Partial<accounts.RegisterRequest> = {}): Promise<SignedInUser> {
    const email = `user${++this.users}@example.com`;
    const request = { username: 'Ada', password: PASSWORD, address: anAddress(), language: 'en' as const };
    const { token, user } = await this.client.register({ id: anId(), email, ...request, ...changes });
    if (!user) throw new Error('no user');
    return { id: user.id, email: user.email, token };
  }

  /** Adds a user on the Pro plan. */
  async addProUser(): Promise<SignedInUser & { apiKey: string }> {
    const user = await this.addUser();
    await this.client.setPlan({ userId: user.id, plan: 'pro', version: 1 });
    return { ...user, apiKey: (await this.user(user.id)).apiKey ?? '' };
  }

  async user(userId: string): Promise<accounts.User> {
    const { user } = await this.client.getUser({ userId });
    if (!user) throw new Error('no user');
    return user;
  }

  login(email: string, password = PASSWORD, address = anAddress()): Promise<accounts.LoginResponse> {
    return this.client.login({ email, password, address });
  }

  /** Value of a counter or gauge, summed over the labels that are not given. */
  async metric(name: string, labels: Record<string, string> = {}): Promise<number> {
    const found = await this.runtime.ops.registry.getSingleMetric(name)?.get();
    const wanted = Object.entries(labels);
    return (found?.values ?? [])
      .filter((value) => wanted.every(([label, text]) => value.labels[label] === text))
      .reduce((sum, { value }) => sum + value, 0);
  }

  async stop(): Promise<void> {
    for (const close of this.closing) await close();
    await this.sql.destroy();
    await this.postgres.stop();
    await this.redis.stop();
  }
}

/** Starts a rig before all tests of a file, and stops it afterwards. */
export function useRig(): Rig {
  const rig = new Rig();
  beforeAll(async () => {
    await rig.start();
  });
  afterAll(() => rig.stop());
  return rig;
}

/** The id of an account that is about to be created. */
export const anId = (): string => newId(Date.now());

/** A network address that is used only once. */
export function anAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}
