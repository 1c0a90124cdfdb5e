import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Access, DECLARED_ROUTES, type DeclaredRoute } from './support/declared-routes.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';

type Headers = Record<string, string>;
interface Answer {
  status: number;
  error: { code?: string; message?: string };
}

const MISSING = '0193a5b0-0000-7000-8000-ffffffffffff';
/** The site: every other path is a page. */
const isPage = (route: string): boolean => / (\*|\/\*|\/site-config\.json)$/.test(route);

/** Who may call what: every route × every role, and every id route × every owner. */
describe('the routes of the API', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  const call = async (
    route: string,
    headers: Headers,
    id = MISSING,
    body?: DeclaredRoute['body'],
  ): Promise<Answer> => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(':id', id).replace(':kind', 'image').replace(':input', 'png');
    const json = body && { body: JSON.stringify(body(id)) };
    const type: Headers = json ? { 'content-type': 'application/json' } : {};
    const response = await gateway.fetch(path, { method, headers: { ...headers, ...type }, ...json });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream && response.ok) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const { error = {} } = (response.ok || text === '' ? {} : JSON.parse(text)) as Partial<Answer>;
    return { status: response.status, error };
  };

  it('are all declared', () => {
    const served = gateway.routes.filter((route) => !route.startsWith('HEAD ') && !isPage(route));
    expect([...new Set(served)].sort()).toEqual(Object.keys(DECLARED_ROUTES).sort());
    for (const [route, { names }] of Object.entries(DECLARED_ROUTES))
      expect([route, names !== undefined]).toEqual([route, names !== undefined || route.includes(':id')]);
  });

  /** Every kind of caller, created anew for each call, because some calls end the session. */
  const ROLES: Record<string, () => Promise<Headers>> = {
    nobody: async () => ({}),
    guest: async () => AS_GUEST,
    free: async () => (await gateway.accounts.addUser()).bearer,
    pro: async () => (await gateway.accounts.addUser({ plan: 'pro' })).bearer,
    proByKey: async () => (await gateway.accounts.addUser({ plan: 'pro' })).key,
    freeByKey: async () => (await gateway.accounts.addUser()).key,
    suspended: async () => (await gateway.accounts.addUser({ suspended: true })).bearer,
    admin: async () => (await gateway.accounts.addUser({ isAdmin: true })).bearer,
    adminByKey: async () => (await gateway.accounts.addUser({ isAdmin: true, plan: 'pro' })).key,
    forged: async () => ({ authorization: 'Bearer x.y.z' }),
  };
  /** Status of the refusal; a role without an entry is accepted. */
  const REFUSED: Record<Access, Record<string, number>> = {
    public: {},
    anyone: { freeByKey: 409, suspended: 403, forged: 401 },
    user: { nobody: 401, guest: 401, freeByKey: 409, suspended: 403, forged: 401 },
    bearer: {
      ...{ nobody: 401, guest: 401, proByKey: 401, freeByKey: 401, adminByKey: 401 },
      ...{ suspended: 403, forged: 401 },
    },
    key: {
      nobody: 401,
      guest: 401,
      free: 401,
      pro: 401,
      freeByKey: 401,
      suspended: 401,
      admin: 401,
      forged: 401,
    },
    admin: {
      ...{ nobody: 401, guest: 401, free: 403, pro: 403, proByKey: 401, freeByKey: 401, adminByKey: 401 },
      ...{ suspended: 403, forged: 401 },
    },
  };
  it.each(Object.entries(DECLARED_ROUTES))(
    '%s accepts only the callers that its declaration names',
    async (route, { access }) => {
      for (const [role, headersOf] of Object.entries(ROLES)) {
        const { status } = await call(route, await headersOf());
        const refused = REFUSED[access][role];
        const isIn = status !== 401 && status !== 403;
        expect([role, refused === undefined ? isIn || status : status]).toEqual([role, refused ?? true]);
      }
    },
  );

  const idRoutes = Object.entries(DECLARED_ROUTES).filter(([, { names }]) => names === 'conversion');
  it.each(idRoutes)(
    '%s answers the owner, and anybody else as if the conversion did not exist',
    async (route, { body }) => {
      const [free, pro, otherPro, admin] = [
        await gateway.accounts.addUser(),
        await gateway.accounts.addUser({ plan: 'pro' }),
        await gateway.accounts.addUser({ plan: 'pro' }),
        await gateway.accounts.addUser({ isAdmin: true, plan: 'pro' }),
      ];
      /** The same owner by token and by key. */
      const owners: Record<string, Headers[]> = {
        guest: [{ 'x-guest-fingerprint': 'a'.repeat(32) }],
        'another guest': [{ 'x-guest-fingerprint': 'b'.repeat(64) }],
        free: [free.bearer],
        pro: [pro.key, pro.bearer],
        'another pro': [otherPro.bearer, otherPro.key],
        admin: [admin.bearer, admin.key],
      };
      /** Callers who own nothing; a token takes precedence over a fingerprint. */
      const others = [{}, { ...(await ROLES.free?.()), ...owners.guest?.[0] }];
      gateway.completeWith(Buffer.from('converted'), 'jpg');
      const missing = await call(route, free.bearer, MISSING, body);
      expect(missing).toMatchObject({ status: 404, error: { code: 'not_found' } });
      for (const [owner, credentials] of Object.entries(owners)) {
        const id = await convert(credentials[0] ?? {}, owner.endsWith('guest'));
        const otherOwners = Object.values(owners).filter((candidate) => candidate !== credentials);
        for (const headers of [...otherOwners.flat(), ...others]) {
          const { status, error } = await call(route, headers, id, body);
          expect([owner, headers, status]).toEqual([owner, headers, 404]);
          expect(error).toMatchObject({ code: 'not_found', message: missing.error.message });
        }
        const { status } = await call(route, credentials.at(-1) ?? {}, id, body);
        expect([owner, [200, 204].includes(status) || status]).toEqual([owner, true]);
      }
    },
  );

  const convert = async (headers: Headers, isGuest: boolean): Promise<string> => {
    const entries: [string, string | File][] = [
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ];
    const path = isGuest ? '/api/guest/convert' : '/api/convert/image';
    const response = await gateway.convert(entries, headers, path);
    const body = (await response.json()) as { conversionId?: string; data?: { conversionId: string } };
    return String(body.conversionId ?? body.data?.conversionId);
  };
});
