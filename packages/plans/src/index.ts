export { DEFAULT_PLANS } from './defaults.js';
export { concurrencyMessage, formatCount, offeredAbove, quotaMessage } from './messages.js';
export { type Period, periodAt } from './period.js';
export {
  fromCategories,
  MAX_FILES_AT_ONCE,
  PLAN_CATEGORIES,
  PLAN_IDS,
  type Plan,
  type PlanCategory,
  type PlanId,
  type PlanTable,
  planSchema,
  planTableSchema,
} from './plan.js';
export { BYTES_PER_MB, maxFileSizeBytes, maxFileSizeMb } from './sizes.js';
export { type PlansView, plansViewSchema } from './view.js';
