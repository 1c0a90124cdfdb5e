import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Engine, Step, StepResult } from '../engines/engine.js';
import { measureEngines } from './measured-engine.js';
import { WorkerMetrics } from './metrics.js';

const STEP = { input: { format: { id: 'png' } }, output: { format: { id: 'webp' } } } as Step;
const RESULT: StepResult = { outputs: [], losses: [], expected: {} };

async function shownAfter(
  convert: Engine['convert'],
  signal = new AbortController().signal,
): Promise<string> {
  const registry = new Registry();
  const engines = measureEngines(new Map([['sharp', { id: 'sharp', convert }]]), new WorkerMetrics(registry));
  const engine = engines.get('sharp');
  // Only the outcome is measured.
  await Promise.allSettled([engine?.convert(STEP, signal, () => undefined)]);
  return registry.metrics();
}

describe('measureEngines', () => {
  it('times a step that succeeds', async () => {
    expect(await shownAfter(async () => RESULT)).toContain(
      'engine_seconds_count{engine="sharp",outcome="ok"} 1',
    );
  });

  it('keeps the properties of an engine', () => {
    const engine: Engine = { id: 'sharp', salvages: true, convert: async () => RESULT };
    const measured = measureEngines(new Map([['sharp', engine]]), new WorkerMetrics(new Registry()));
    expect(measured.get('sharp')?.salvages).toBe(true);
  });

  it('distinguishes failed from stopped steps', async () => {
    const fails = async (): Promise<StepResult> => Promise.reject(new AppError('FILE_CORRUPT'));
    expect(await shownAfter(fails)).toContain('engine_seconds_count{engine="sharp",outcome="failed"} 1');
    expect(await shownAfter(fails, AbortSignal.abort())).toContain(
      'engine_seconds_count{engine="sharp",outcome="stopped"} 1',
    );
  });
});
