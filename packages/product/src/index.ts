export { backOffMs } from './back-off.js';
export {
  CONVERSION_STATUSES,
  type ConversionStatus,
  hasEnded,
  LANES,
  type Lane,
  OUTCOMES,
  type Outcome,
  STAGES,
  type Stage,
  TEXT_OPTIONS,
  UNFINISHED_STATUSES,
} from './conversions.js';
export { BYTES_PER_MB, CATEGORIES, type Category, fromCategories } from './files.js';
export { HEADER_NAMES, HEADERS } from './headers.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
export {
  CONVERSION_DEADLINE_MS,
  ERASURE_MS,
  inputKeysOf,
  instantOfId,
  isKeyOf,
  isMinute,
  keyPrefixOf,
  LINK_EXPIRY_MS,
  minuteOf,
  minuteStartMs,
  UPLOAD_DEADLINE_MS,
} from './lifetime.js';
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
export {
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  OWNER_KINDS,
  type OwnerKind,
  PERIODS,
  type Period,
  PLAN_IDS,
  type PlanId,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
  USER_PLAN_IDS,
  type UserPlanId,
} from './owners.js';
export {
  PROCESS_NAMES,
  SERVICE_NAMES,
  type ServiceName,
  WORKER_NAMES,
  type WorkerName,
} from './processes.js';
