/**
 * Who may call a route. `anyone`: guests by their fingerprint, users by token or key; `user`: by token or key; `bearer`:
 * by token only; `key`: by API key only; `admin`: by an administrator's token; `public`: everybody, without a check.
 */
export type Access = 'public' | 'anyone' | 'user' | 'bearer' | 'key' | 'admin';

export interface DeclaredRoute {
  readonly access: Access;
  /** What the id in the path, or the ids in the body, name. `link`: accessible only with its token. */
  readonly names?: 'conversion' | 'link' | 'user';
  /** Body of a call about one conversion. */
  readonly body?: (conversionId: string) => unknown;
}

const PUBLIC: DeclaredRoute = { access: 'public' };
const USER: DeclaredRoute = { access: 'user' };
const BEARER: DeclaredRoute = { access: 'bearer' };
const ADMIN: DeclaredRoute = { access: 'admin' };
const ONE_CONVERSION: DeclaredRoute = { access: 'anyone', names: 'conversion' };

/** Every route of the API. A route that is missing here fails the matrix. */
export const DECLARED_ROUTES: Readonly<Record<string, DeclaredRoute>> = {
  'GET /api/formats': PUBLIC,
  'GET /api/formats/:input': PUBLIC,
  'GET /api/openapi.json': PUBLIC,
  'GET /api/plans': PUBLIC,
  'GET /api/statistics': PUBLIC,
  'GET /api/system-status': PUBLIC,

  'POST /api/register': PUBLIC,
  'POST /api/login': PUBLIC,
  'POST /api/forgot-password': PUBLIC,
  'POST /api/reset-password': PUBLIC,
  'POST /api/logout': BEARER,
  'GET /api/user': BEARER,
  'DELETE /api/user': BEARER,
  'POST /api/user/api-key': BEARER,
  'GET /api/user/export': BEARER,
  'GET /api/user/analytics': BEARER,
  'GET /api/validate-key': { access: 'key' },
  'POST /api/track-conversion': USER,

  'POST /api/guest/convert': PUBLIC,
  'POST /api/convert/:kind': USER,
  'GET /api/conversion-history': USER,
  'GET /api/events': { access: 'anyone' },
  'GET /api/conversions/:id': ONE_CONVERSION,
  'DELETE /api/conversions/:id': ONE_CONVERSION,
  'GET /api/conversions/:id/events': ONE_CONVERSION,
  'GET /api/download/:id': ONE_CONVERSION,
  'POST /api/download/zip': { ...ONE_CONVERSION, body: (id) => ({ conversionIds: [id] }) },
  'GET /api/download/zip/:id': { access: 'public', names: 'link' },

  'POST /api/create-checkout-session': BEARER,
  'POST /api/cancel-subscription': BEARER,
  'POST /api/resume-subscription': BEARER,
  'POST /api/billing/webhook': PUBLIC,

  'GET /api/admin/stats': ADMIN,
  'GET /api/admin/series': ADMIN,
  'GET /api/admin/recent-conversions': ADMIN,
  'GET /api/admin/settings': ADMIN,
  'PUT /api/admin/settings': ADMIN,
  'GET /api/admin/audit-log': ADMIN,
  'GET /api/admin/system-status': ADMIN,
  'GET /api/admin/users': ADMIN,
  'POST /api/admin/users/:id/upgrade-to-pro': { ...ADMIN, names: 'user' },
  'POST /api/admin/users/:id/suspend': { ...ADMIN, names: 'user' },
  'POST /api/admin/users/:id/unsuspend': { ...ADMIN, names: 'user' },
};
