export { processTree } from '../jail/process-tree.js';
export { planMemory } from '../memory-plan.js';
export { WorkerMetrics } from '../metrics.js';
export {
  type Converted,
  type Converter,
  type ConvertRequest,
  convertFile,
  createConverter,
} from './convert-file.js';
export { type JailCost, measureJail } from './measure-jail.js';
export { filtersOf, writableThings } from './open-things.js';
export { ownProcesses } from './own-processes.js';
