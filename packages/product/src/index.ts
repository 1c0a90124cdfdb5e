export { backOffMs } from './back-off.js';
export { BYTES_PER_MB, CATEGORIES, type Category, fromCategories } from './categories.js';
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
export { HEADER_NAMES, HEADERS } from './headers.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
export {
  AUDIT_ACTIONS,
  AUDIT_OUTCOMES,
  AUDIT_ROLES,
  type AuditAction,
  type AuditOutcome,
  type AuditRole,
  HEALTHS,
  type Health,
  PERIOD_DAYS,
  type PeriodDays,
} from './operators.js';
export { OWNER_KINDS, type OwnerKind } from './owner-kinds.js';
export {
  PERIODS,
  type Period,
  PLAN_IDS,
  type PlanId,
  USER_PLAN_IDS,
  type UserPlanId,
} from './plan-ids.js';
export {
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
} from './subscriptions.js';
