export { DEFAULT_PLANS } from './defaults.js';
export { concurrencyMessage, formatCount, nextPlanLimit, quotaMessage } from './messages.js';
export { type Period, periodAt } from './period.js';
export {
  MAX_FILES_AT_ONCE,
  type Plan,
  type PlanTable,
  planSchema,
  planTableSchema,
} from './plan.js';
export { maxFileSizeBytes, maxFileSizeMb } from './sizes.js';
export { type PlansView, plansViewSchema } from './view.js';
