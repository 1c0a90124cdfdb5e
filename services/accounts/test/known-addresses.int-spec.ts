import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { PurgeService } from '../src/background/purge.service.js';
import { MAX_KNOWN } from '../src/limits/known-addresses.repository.js';
import { anAddress, PASSWORD, Rig } from './support/rig.js';

const DAY_MS = 24 * 3_600_000;
const refused = { code: 'RATE_LIMITED' };

let rig: Rig;
let redis: Redis;
beforeAll(async () => {
  rig = await new Rig().start();
  redis = new Redis(rig.redis.url);
});
beforeEach(() => rig.reset());
afterAll(async () => {
  redis.disconnect();
  await rig.stop();
});

const countKnown = async (userId: string): Promise<number> =>
  (await rig.sql.query('SELECT FROM known_addresses WHERE user_id = $1', [userId])).length;

/** Guesses from many addresses, until every unknown address is refused. */
async function lockOut(email: string): Promise<void> {
  for (let n = 0; n < 20; n++) await rig.login(email, 'wrong').catch(() => undefined);
  await expect(rig.login(email)).rejects.toMatchObject(refused);
}

describe('known addresses of an owner', () => {
  it('leave no key in Redis that lives longer than a day', async () => {
    const { email } = await rig.addUser();
    await rig.login(email);
    const keys = await redis.keys('*');
    const lives = await Promise.all(
      keys.map(async (key) => [key, (await redis.pttl(key)) / DAY_MS] as const),
    );
    expect(lives.filter(([, days]) => days < 0 || days > 1)).toEqual([]);
  });

  it('are still known after Redis has lost all data', async () => {
    const [home, { email }] = [anAddress(), await rig.addUser()];
    await rig.login(email, undefined, home);
    await redis.flushall();
    await lockOut(email);
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
  });

  it('are known for 90 days after the last sign-in and are then deleted', async () => {
    const [home, { id, email }] = [anAddress(), await rig.addUser()];
    await rig.login(email, undefined, home);
    rig.offsetMs = 60 * DAY_MS;
    await rig.login(email, undefined, home);
    rig.offsetMs = 149 * DAY_MS;
    await rig.get(PurgeService).run();
    await lockOut(email);
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
    rig.offsetMs = 240 * DAY_MS;
    await expect(rig.login(email, undefined, home)).rejects.toMatchObject(refused);
    await rig.get(PurgeService).run();
    expect(await countKnown(id)).toBe(0);
  });

  it('are limited to the newest ones of each account and are deleted with the account', async () => {
    const [home, { id, email }] = [anAddress(), await rig.addUser()];
    for (let n = 0; n < MAX_KNOWN + 2; n++) {
      rig.offsetMs = n * 1_000;
      await rig.login(email);
    }
    await rig.login(email, undefined, home);
    expect(await countKnown(id)).toBe(MAX_KNOWN);
    await lockOut(email);
    await expect(rig.login(email, undefined, home)).resolves.toBeDefined();
    await rig.client.deleteUser({ userId: id, password: PASSWORD, address: home });
    expect(await countKnown(id)).toBe(0);
  });
});
