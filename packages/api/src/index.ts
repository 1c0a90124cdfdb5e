import { adminApi } from './admin.js';
import { billingApi } from './billing.js';
import { conversionsApi } from './conversions.js';
import { downloadsApi } from './downloads.js';
import { figuresApi } from './figures.js';
import { formatsApi } from './formats.js';
import { historyApi } from './history.js';
import { openApi } from './openapi.js';
import type { Route } from './route.js';
import { signInApi } from './sign-in.js';
import { userApi } from './user.js';

export * from './account.js';
export * from './admin.js';
export * from './billing.js';
export * from './conversions.js';
export * from './downloads.js';
export * from './fields.js';
export * from './figures.js';
export * from './formats.js';
export * from './history.js';
export * from './openapi.js';
export * from './route.js';
export * from './sign-in.js';
export * from './site.js';
export * from './user.js';

/** Every route of the API. */
export const ROUTES: readonly Route[] = [
  ...Object.values(adminApi),
  ...Object.values(billingApi),
  ...Object.values(conversionsApi),
  ...Object.values(downloadsApi),
  ...Object.values(figuresApi),
  ...Object.values(formatsApi),
  ...Object.values(historyApi),
  ...Object.values(openApi),
  ...Object.values(signInApi),
  ...Object.values(userApi),
];
