import { createLogger } from '@filemill/platform';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryRedis } from '../testing/in-memory-redis.js';
import { Progress } from './progress.js';

let redis: InMemoryRedis;
let progress: Progress;

beforeEach(() => {
  jest.useFakeTimers();
  redis = new InMemoryRedis();
  progress = new Progress(redis.asRedis, createLogger('test', 'silent'), 'a');
});
afterEach(() => void jest.useRealTimers());

const announced = () =>
  redis.published.map(({ text }) => JSON.parse(text)).map((news) => [news.stage, news.percent]);

describe('Progress', () => {
  it('announces nothing of a conversion that ends within 200 ms', () => {
    progress.enter('converting');
    progress.report(0.5);
    jest.advanceTimersByTime(199);
    progress.finish('done');
    jest.advanceTimersByTime(10_000);
    expect(announced()).toEqual([]);
  });

  it('announces the newest state five times a second, and the last stage at once', () => {
    progress.enter('converting');
    for (const fraction of [0.1, 0.2]) progress.report(fraction);
    jest.advanceTimersByTime(200);
    progress.report(0.3);
    progress.enter('storing');
    jest.advanceTimersByTime(200);
    progress.finish('done');
    expect(announced()).toEqual([
      ['converting', 20],
      ['storing', undefined],
      ['done', undefined],
    ]);
  });
});
