import { testRuntime } from '@filemill/platform/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DatabaseModule } from '../src/index.js';
import { TestPostgres } from '../src/testing.js';

describe('readiness of a service with a database', () => {
  const runtime = testRuntime('test');
  let postgres: TestPostgres;
  let url: string;

  beforeAll(async () => {
    postgres = await TestPostgres.start();
    new DatabaseModule(await postgres.freshDataSource({ entities: [], migrations: [] }), runtime);
    url = `http://127.0.0.1:${await runtime.ops.listen('127.0.0.1', 0)}`;
    runtime.ops.setReady(true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await runtime.ops.close();
    await postgres.stop();
  });

  const readiness = async () => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };

  it('passes when the machine and Postgres have the same time', async () => {
    expect(await readiness()).toEqual([
      200,
      { status: 'ready', started: true, checks: { postgres: true, clock: true } },
    ]);
  });

  it('fails when the clock is three minutes off, and reports the difference', async () => {
    const now = Date.now.bind(Date);
    for (const [offMs, side] of [
      [180_000, 'ahead of'],
      [-180_000, 'behind'],
    ] as const) {
      jest.spyOn(Date, 'now').mockImplementation(() => now() + offMs);
      expect(await readiness()).toEqual([
        503,
        expect.objectContaining({
          checks: { postgres: true, clock: false },
          reasons: { clock: expect.stringContaining(`180 s ${side} that of Postgres`) },
        }),
      ]);
      jest.restoreAllMocks();
    }
  });
});
