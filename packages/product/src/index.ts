export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.js';
export { CATEGORIES, type Category, fromCategories } from './categories.js';
export { HEADERS } from './headers.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
export { PLAN_IDS, type PlanId } from './plan-ids.js';
