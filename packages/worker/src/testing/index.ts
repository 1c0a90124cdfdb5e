export { WorkerMetrics } from '../conversion/metrics.js';
export { processTree } from '../jail/process-tree.js';
export { planMemory } from '../memory-plan.js';
export {
  type Converted,
  type Converter,
  type ConvertRequest,
  convertFile,
  createConverter,
} from './convert-file.js';
export { type JailCost, measureJail } from './measure-jail.js';
export { childProcessesOf, countSeccompFilters, openForWriting } from './process-state.js';
