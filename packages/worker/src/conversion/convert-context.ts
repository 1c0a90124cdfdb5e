import type { EngineId, JoinerId, ReadingThreads } from '@filemill/formats';
import type { Clock } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import type { Engine } from '../engines/engine.js';
import type { Joiner } from '../joining/joiner.js';
import type { WorkerMetrics } from './metrics.js';

/** Everything that a conversion needs of its process. */
export interface ConvertContext {
  readonly engines: ReadonlyMap<EngineId, Engine>;
  readonly joiners: ReadonlyMap<JoinerId, Joiner>;
  readonly reading: ReadingThreads;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly metrics: WorkerMetrics;
}
