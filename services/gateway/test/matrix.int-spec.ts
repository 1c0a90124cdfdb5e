import { type CallerKind, type LinkPurpose, ROUTES, type Route, routes } from '@filemill/api';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routePattern } from '../src/http/routes.js';
import { SignedTokens } from '../src/identity/signed-tokens.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';

type Headers = Record<string, string>;
interface Answer {
  status: number;
  error: { code?: string; message?: string };
}

const MISSING = '0193a5b0-0000-7000-8000-ffffffffffff';

/** Every declared route, named as the server names it. */
const NAMED_ROUTES = ROUTES.map((route): [string, Route] => [
  `${route.method} ${routePattern(route)}`,
  route,
]);

/** Bodies of the routes whose body, not their path, names a conversion; by the route's id. */
const BODIES: Readonly<Record<string, (conversionId: string) => unknown>> = {
  [routes.makeZipLink.id]: (id) => ({ conversionIds: [id] }),
};

/** Callers who own conversions. An id in the path of other routes names a user or a link. */
const OWNERS: readonly CallerKind[] = ['bearer', 'apiKey', 'guest'];

const isAboutOneConversion = ({ id, path, callers }: Route): boolean =>
  id in BODIES || (path.includes('{id}') && callers.some((caller) => OWNERS.includes(caller)));

/**
 * Status of the refusal by role, for each combination of callers that a route can declare; a role without an entry is
 * accepted. A link is no role: its token is part of the address.
 */
const REFUSED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '': {},
  // The fingerprint may be a field of the form, so nobody is refused before the body is read.
  guest: {},
  'bearer apiKey guest': { freeByKey: 409, suspended: 403, forged: 401 },
  'bearer apiKey': { nobody: 401, guest: 401, freeByKey: 409, suspended: 403, forged: 401 },
  bearer: {
    ...{ nobody: 401, guest: 401, proByKey: 401, freeByKey: 401, adminByKey: 401 },
    ...{ suspended: 403, forged: 401 },
  },
  apiKey: {
    ...{ nobody: 401, guest: 401, free: 401, pro: 401, freeByKey: 401 },
    ...{ suspended: 401, admin: 401, forged: 401 },
  },
  admin: {
    ...{ nobody: 401, guest: 401, free: 403, pro: 403, proByKey: 401, freeByKey: 401, adminByKey: 401 },
    ...{ suspended: 403, forged: 401 },
  },
};

function refusalsOf({ callers }: Route): Readonly<Record<string, number>> {
  const key = callers.filter((caller) => caller !== 'link').join(' ');
  const refusals = REFUSED[key];
  if (!refusals) throw new Error(`REFUSED has no entry for the callers "${key}"`);
  return refusals;
}

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
    body?: (conversionId: string) => unknown,
  ): Promise<Answer> => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern
      .replace(':id', id)
      .replace(':kind', 'image')
      .replace(':input', 'png')
      .replace(':number', '0');
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
    expect([...new Set(served)].sort()).toEqual(NAMED_ROUTES.map(([name]) => name).sort());
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

  it.each(NAMED_ROUTES)('%s accepts only the callers that its declaration names', async (name, route) => {
    const refusals = refusalsOf(route);
    for (const [role, headersOf] of Object.entries(ROLES)) {
      const { status } = await call(name, await headersOf());
      const refused = refusals[role];
      const isIn = status !== 401 && status !== 403;
      expect([role, refused === undefined ? isIn || status : status]).toEqual([role, refused ?? true]);
    }
  });

  it.each(NAMED_ROUTES.filter(([, { link }]) => link))(
    '%s refuses a token that is forged, or signed for another conversion or purpose',
    async (name, route) => {
      gateway.completeWith(Buffer.from('converted'), 'jpg');
      const id = await convert(AS_GUEST, true);
      const tokens = gateway.app.get(SignedTokens);
      const statusWith = async (purpose: LinkPurpose, signedId = id, isForged = false) => {
        const token = tokens.sign(signedId, purpose, gateway.clock.nowMs() + 3_600_000);
        const { status } = await call(`${name}?token=${isForged ? `x${token}` : token}`, AS_GUEST, id);
        return status;
      };
      const purposes: LinkPurpose[] = ['download', 'events', 'zip'];
      for (const purpose of purposes) {
        // A zip with the id of a conversion has never been made.
        const accepted = purpose === 'zip' ? 410 : 200;
        expect([purpose, await statusWith(purpose)]).toEqual([
          purpose,
          purpose === route.link ? accepted : 404,
        ]);
        expect([purpose, await statusWith(purpose, MISSING)]).toEqual([purpose, 404]);
        expect([purpose, await statusWith(purpose, id, true)]).toEqual([purpose, 404]);
      }
    },
  );

  it.each(NAMED_ROUTES.filter(([, route]) => isAboutOneConversion(route)))(
    '%s answers the owner, and anybody else as if the conversion did not exist',
    async (name, route) => {
      const body = BODIES[route.id];
      const [free, pro, otherPro, admin] = [
        await gateway.accounts.addUser(),
        await gateway.accounts.addUser({ plan: 'pro' }),
        await gateway.accounts.addUser({ plan: 'pro' }),
        await gateway.accounts.addUser({ isAdmin: true, plan: 'pro' }),
      ];
      /** The same owner by token and by key. */
      const owners: Record<string, Headers[]> = {
        guest: [{ [HEADERS.fingerprint]: 'a'.repeat(32) }],
        'another guest': [{ [HEADERS.fingerprint]: 'b'.repeat(64) }],
        free: [free.bearer],
        pro: [pro.key, pro.bearer],
        'another pro': [otherPro.bearer, otherPro.key],
        admin: [admin.bearer, admin.key],
      };
      /** Callers who own nothing; a token takes precedence over a fingerprint. */
      const others = [{}, { ...(await ROLES.free?.()), ...owners.guest?.[0] }];
      gateway.completeWith(Buffer.from('converted'), 'jpg');
      const missing = await call(name, free.bearer, MISSING, body);
      expect(missing).toMatchObject({ status: 404, error: { code: 'not_found' } });
      for (const [owner, credentials] of Object.entries(owners)) {
        const id = await convert(credentials[0] ?? {}, owner.endsWith('guest'));
        const otherOwners = Object.values(owners).filter((candidate) => candidate !== credentials);
        for (const headers of [...otherOwners.flat(), ...others]) {
          const { status, error } = await call(name, headers, id, body);
          expect([owner, headers, status]).toEqual([owner, headers, 404]);
          expect(error).toMatchObject({ code: 'not_found', message: missing.error.message });
        }
        const { status } = await call(name, credentials.at(-1) ?? {}, id, body);
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
