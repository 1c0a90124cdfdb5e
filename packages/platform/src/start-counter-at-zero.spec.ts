import { describe, expect, it } from '@jest/globals';
import { Counter, Registry } from 'prom-client';
import { startCounterAtZero } from './start-counter-at-zero.js';

describe('startCounterAtZero', () => {
  it('shows every combination of labels as 0, and keeps what was counted', async () => {
    const registry = new Registry();
    const labelNames = ['lane', 'result'] as const;
    const counter = new Counter({ name: 'swept_total', help: 'swept', labelNames, registers: [registry] });
    counter.inc({ lane: 'font', result: 'failed' });
    startCounterAtZero(counter, { lane: ['font', 'image'], result: ['failed', 'requeued'] });
    const { values } = await counter.get();
    expect(values.map(({ labels, value }) => `${labels.lane} ${labels.result} ${value}`).sort()).toEqual([
      'font failed 1',
      'font requeued 0',
      'image failed 0',
      'image requeued 0',
    ]);
  });
});
