import { AppError } from '@filemill/errors';
import { describe, expect, it, jest } from '@jest/globals';
import { retryWhileUnreachable } from './database.module.js';

const away = new AppError('UNAVAILABLE');

describe('retryWhileUnreachable', () => {
  it('retries while Postgres is unreachable', async () => {
    const work = jest.fn<() => Promise<string>>().mockRejectedValueOnce(away).mockResolvedValue('connected');
    await expect(retryWhileUnreachable(work, 60_000)).resolves.toBe('connected');
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('gives up after its time limit, and at once for errors that waiting cannot fix', async () => {
    await expect(retryWhileUnreachable(() => Promise.reject(away), 10)).rejects.toBe(away);
    const wrong = new Error('password authentication failed');
    const work = jest.fn<() => Promise<never>>().mockRejectedValue(wrong);
    await expect(retryWhileUnreachable(work, 60_000)).rejects.toBe(wrong);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
