import type { EngineId } from '@filemill/formats';
import { inSpan } from '@filemill/platform';
import type { Engine } from '../engines/engine.js';
import type { EngineOutcome, WorkerMetrics } from './metrics.js';

/** Wraps engines: each step is timed, and is a span of the current trace. */
export const measureEngines = (
  engines: ReadonlyMap<EngineId, Engine>,
  metrics: WorkerMetrics,
): Map<EngineId, Engine> => new Map([...engines].map(([id, engine]) => [id, measured(engine, metrics)]));

const measured = (engine: Engine, metrics: WorkerMetrics): Engine => ({
  id: engine.id,
  ...(engine.salvages && { salvages: engine.salvages }),
  ...(engine.meetsSize && { meetsSize: engine.meetsSize }),
  convert: async (step, signal, onProgress) => {
    const startedAt = performance.now();
    let outcome: EngineOutcome = 'failed';
    const labels = { engine: engine.id, from: step.input.format.id, to: step.output.format.id };
    try {
      const result = await inSpan(`engine ${engine.id}`, labels, () =>
        engine.convert(step, signal, onProgress),
      );
      outcome = 'ok';
      return result;
    } finally {
      // A stopped engine throws its own error.
      if (signal.aborted) outcome = 'stopped';
      metrics.engineEnded(engine.id, outcome, performance.now() - startedAt);
    }
  },
  close: async () => engine.close?.(),
});
