export { WorkerMetrics } from '../conversion/metrics.js';
export { processTree } from '../jail/process-tree.js';
export { planMemory } from '../lanes.js';
export { type CombinedInput, type Combiner, createCombiner } from './combine-files.js';
export {
  type Converted,
  type Converter,
  convertFile,
  createConverter,
} from './convert-file.js';
export { familyOf, raisedFloors, readFloors, roundedLikeness, writeFloors } from './fidelity.js';
export { measureJail } from './measure-jail.js';
export { ofToday } from './of-today.js';
export { hashOfOption, type OptionFamily, optionFamilies } from './option-families.js';
export { childProcessesOf, countSeccompFilters, openForWriting } from './process-state.js';
export { hashOfRoute } from './route-hash.js';
