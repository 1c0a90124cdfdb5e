import { AppError } from '@filemill/errors';
import { createLogger, currentRequestId } from '@filemill/platform';
import { describe, expect, it, jest } from '@jest/globals';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { Registry } from 'prom-client';
import type { Attempts, Verdict } from './attempts.js';
import { ConversionProcessor } from './conversion-processor.js';
import { WorkerMetrics } from './metrics.js';

const CONVERSION_ID = '019be5b2-7c00-7000-8000-000000000001';

function processor(run: () => Promise<Verdict>): ConversionProcessor {
  const attempts = { run } as unknown as Attempts;
  return new ConversionProcessor(attempts, new WorkerMetrics(new Registry()), createLogger('test', 'silent'));
}
function aJob(changes: Partial<Job> = {}) {
  const moveToDelayed = jest.fn(async (_timestamp: number, _token?: string) => undefined);
  const data = { conversionId: CONVERSION_ID, requestId: 'request-1' };
  return {
    moveToDelayed,
    job: { data, attemptsStarted: 1, timestamp: Date.now(), moveToDelayed, ...changes } as Job,
  };
}

describe('ConversionProcessor', () => {
  it('ends the job of a finished attempt, under the request id of its conversion', async () => {
    let seen = '';
    const { job, moveToDelayed } = aJob();
    await processor(async () => {
      seen = currentRequestId();
      return 'done';
    }).process('image', job, 'token');
    expect(seen).toBe('request-1');
    expect(moveToDelayed).not.toHaveBeenCalled();
  });

  it.each([
    [1, 500, 1_000],
    [3, 2_000, 4_000],
    [20, 15_000, 30_000],
  ])('delays a job that failed %i times by %i to %i ms', async (attemptsStarted, leastMs, mostMs) => {
    const { job, moveToDelayed } = aJob({ attemptsStarted });
    const failing = processor(() => Promise.reject(new AppError('UNAVAILABLE')));
    const before = Date.now();
    await expect(failing.process('image', job, 'token')).rejects.toBeInstanceOf(DelayedError);
    const [at = 0, token] = moveToDelayed.mock.calls[0] ?? [];
    expect(at - before).toBeGreaterThanOrEqual(leastMs);
    expect(at - before).toBeLessThanOrEqual(mostMs + 100);
    expect(token).toBe('token');
  });

  it('runs a job again when the attempt asks for it', async () => {
    const { job } = aJob();
    await expect(processor(async () => 'again').process('image', job, 't')).rejects.toBeInstanceOf(
      DelayedError,
    );
  });

  it('delays a job for as long as the attempt asks for', async () => {
    const { job, moveToDelayed } = aJob({ attemptsStarted: 20 });
    const before = Date.now();
    const waiting = processor(async () => ({ againInMs: 7_000 })).process('image', job, 't');
    await expect(waiting).rejects.toBeInstanceOf(DelayedError);
    const [at = 0] = moveToDelayed.mock.calls[0] ?? [];
    expect(at - before).toBeGreaterThanOrEqual(7_000);
    expect(at - Date.now()).toBeLessThanOrEqual(7_000);
  });

  it('drops an invalid payload without a retry', async () => {
    const { job } = aJob({ data: { path: '/etc/passwd' } });
    await expect(processor(async () => 'done').process('image', job, 't')).rejects.toBeInstanceOf(
      UnrecoverableError,
    );
  });
});
