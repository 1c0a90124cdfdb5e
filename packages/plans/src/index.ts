export { DEFAULT_PLANS } from './defaults.js';
export { concurrencyMessage, formatCount, nextPlanLimit, quotaMessage } from './messages.js';
export { type Period, periodAt } from './period.js';
export {
  MAX_FILES_AT_ONCE,
  maxFileSizeBytes,
  maxFileSizeMb,
  type Plan,
  type PlansView,
  type PlanTable,
  planSchema,
  plansViewSchema,
  planTableSchema,
} from './plan.js';
