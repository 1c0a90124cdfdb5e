export { CATEGORIES, type Category, fromCategories } from './categories.js';
export {
  CONVERSION_STATUSES,
  type ConversionStatus,
  hasEnded,
  OUTCOMES,
  type Outcome,
  STAGES,
  type Stage,
  UNFINISHED_STATUSES,
} from './conversions.js';
export { HEADERS } from './headers.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
export {
  AUDIT_ACTIONS,
  type AuditAction,
  HEALTHS,
  type Health,
  PERIOD_DAYS,
  type PeriodDays,
} from './operators.js';
export { PLAN_IDS, type PlanId, USER_PLAN_IDS, type UserPlanId } from './plan-ids.js';
