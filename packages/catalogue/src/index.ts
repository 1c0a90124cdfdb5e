export { CATEGORIES, type Category } from './category.js';
export { ENGINES, type EngineId, LANE_OF, type WorkerName } from './engines.js';
export {
  defineFormat,
  type FormatSpec,
  type ReadSpec,
  type WriteSpec,
} from './format.js';
export { isLossCode, LOSSES, type Loss, type LossCode, type LossParams, lossOf } from './losses.js';
export { Registry, type Route, type RouteStep, registry } from './registry.js';
