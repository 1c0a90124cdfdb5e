export {
  AUDIT_ACTIONS,
  AUDIT_OUTCOMES,
  AUDIT_ROLES,
  type AuditAction,
  type AuditOutcome,
  type AuditRole,
} from './audit-actions.js';
export { CATEGORIES, type Category, fromCategories } from './categories.js';
export {
  CONVERSION_OUTCOMES,
  CONVERSION_STATUSES,
  type ConversionOutcome,
  type ConversionStatus,
  isFinalStatus,
  UNFINISHED_STATUSES,
} from './conversion-statuses.js';
export { HEADERS } from './headers.js';
export { HEALTH, type Health } from './health.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
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
