export { processTree } from '../jail/process-tree.js';
export { planMemory } from '../memory-plan.js';
export { WorkerMetrics } from '../metrics.js';
export { childProcessesOf } from './child-processes.js';
export {
  type Converted,
  type Converter,
  type ConvertRequest,
  convertFile,
  createConverter,
} from './convert-file.js';
export { type JailCost, measureJail } from './measure-jail.js';
export { countSeccompFilters, openForWriting } from './process-state.js';
