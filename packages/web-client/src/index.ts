export {
  call,
  callRoute,
  endSessionIfRefused,
  identityHeaders,
  onSessionLost,
  requestJson,
  routeAddress,
} from './api-client.js';
export { ApiError, toApiError, unreachableError } from './api-error.js';
export { errorText } from './error-text.js';
export { guestFingerprint } from './fingerprint.js';
export { createI18n, type Texts } from './i18n.js';
export { storeLanguage } from './languages.js';
export { PRODUCT_NAME } from './product.js';
export {
  endSession,
  readSession,
  type Session,
  type StoredUser,
  startSession,
  useSession,
} from './session.js';
export { readValue, storeValue } from './storage.js';
export { THEMES, type Theme, useTheme } from './theme.js';
export * from './units.js';
export { logout, USER_KEY, useAccount, userQuery } from './user.js';
