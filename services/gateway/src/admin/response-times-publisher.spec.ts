import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { createHttpMetrics } from '../http/metrics.js';
import { totalsOf } from './response-times-publisher.js';

describe('totalsOf', () => {
  it('adds up answers, but not streams, transfers and waits for a conversion', async () => {
    const { duration } = createHttpMetrics(new Registry());
    const answered = (route: string, seconds: number) =>
      duration.observe({ method: 'GET', route, status: '2xx' }, seconds);
    expect(await totalsOf(duration)).toEqual({ requests: 0, seconds: 0 });
    answered('/api/user', 0.25);
    answered('/api/user', 0.5);
    answered('/api/conversions/:id', 0.25);
    for (const route of [
      '/api/events',
      '/api/conversions/:id/events',
      '/api/convert/:kind',
      '/api/guest/convert',
      '/api/download/:id',
      '/api/download/zip/:id',
    ])
      answered(route, 100);
    expect(await totalsOf(duration)).toEqual({ requests: 3, seconds: 1 });
  });
});
