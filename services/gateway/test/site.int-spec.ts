import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

const page = (name: string, head = ''): string =>
  `<!doctype html>${head}<link rel="canonical" href="%PUBLIC_URL%/x"><title>${name}</title>`;
const NOINDEX = '<meta name="robots" content="noindex" data-page="">';

/** A few files in the layout of the built sites. */
const FILES: Readonly<Record<string, string>> = {
  'web/pages/en/home.html': page('home en'),
  'web/pages/en/docs.html': page('docs en'),
  'web/pages/en/dashboard.html': page('dashboard en', NOINDEX),
  'web/pages/en/not-found.html': page('404 en', NOINDEX),
  'web/pages/it/home.html': page('home it'),
  'web/pages/it/docs.html': page('docs it'),
  'web/pages/it/dashboard.html': page('dashboard it', NOINDEX),
  'web/pages/it/not-found.html': page('404 it', NOINDEX),
  'web/assets/main-abc.js': 'one()',
  'web/assets/main-abc.js.gz': 'compressed',
  'web/theme.js': 'theme()',
  'admin/index.html': page('admin'),
  'admin/assets/admin-abc.js': 'two()',
};

describe('the site', () => {
  let gateway: TestGateway;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-site-'));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    gateway = await TestGateway.start({
      WEB_ROOT: join(folder, 'web'),
      ADMIN_ROOT: join(folder, 'admin'),
      PUBLIC_URL: 'https://mill.example/',
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    gateway.fetch(path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
  const titleOf = async (response: Response) => /<title>(.*)<\/title>/.exec(await response.text())?.[1];

  it.each([
    ['/', 200, 'home en'],
    ['/docs', 200, 'docs en'],
    ['/docs/', 200, 'docs en'],
    ['/docs?x=1', 200, 'docs en'],
    ['/it', 200, 'home it'],
    ['/it/', 200, 'home it'],
    ['/it/docs', 200, 'docs it'],
    ['/it/dashboard', 200, 'dashboard it'],
    ['/nothing', 404, '404 en'],
    ['/it/nothing', 404, '404 it'],
    ['/it/docs/more', 404, '404 it'],
    ['/xx/docs', 404, '404 en'],
    ['/not-found', 404, '404 en'],
    ['/..%2f..%2fetc/passwd', 404, '404 en'],
    ['/admin', 200, 'admin'],
    ['/admin/users', 200, 'admin'],
    ['/it/admin', 404, '404 it'],
  ])('answers %s with %i and the page “%s”', async (path, status, title) => {
    const response = await get(path);
    expect([response.status, await titleOf(response)]).toEqual([status, title]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  });

  it.each([
    ['/pricing', '/subscribe'],
    ['/it/pricing', '/it/subscribe'],
    ['/login', '/auth'],
    ['/it/register', '/it/auth?mode=register'],
    ['/en', '/'],
    ['/en/docs', '/docs'],
  ])('redirects %s to %s', async (path, target) => {
    const response = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, target]);
  });

  /** Sends the path unchanged; `fetch` would normalise it. */
  const raw = async (target: string, headers: readonly string[] = []): Promise<string> => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      [`GET ${target} HTTP/1.1`, 'Host: mill.example', 'Connection: close', ...headers, '', ''].join('\r\n'),
    );
    return text(socket);
  };

  it.each([
    '//host',
    '/en//host',
    '/en///host/',
    '/en/\\host',
    '/en\\host',
    '/en/%2fhost',
    '/en/%5c%5chost',
    '/en//host/docs',
    '/en//host?x=/docs',
    '/it//host',
    '/it/\\host/pricing',
    '//host/pricing',
    '/\\host/pricing',
    '//',
    '/docs//',
  ])('does not redirect %s to another host', async (target) => {
    const answer = await raw(target);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toMatch(/^location:/im);
  });

  it('writes the public address into pages, robots.txt and sitemap.xml', async () => {
    expect(await (await get('/docs')).text()).toContain('href="https://mill.example/x"');
    expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://mill.example/sitemap.xml');
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    const urls = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toEqual(['/', '/docs', '/it', '/it/docs'].map((path) => `https://mill.example${path}`));
  });

  it('compresses pages, and answers 304 when the caller has the current version', async () => {
    // Node's fetch decompresses the body, so only the header shows the encoding.
    const compressed = await get('/docs', { 'accept-encoding': 'gzip;q=0.5, br' });
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('vary')]).toEqual([
      'br',
      expect.stringContaining('accept-encoding'),
    ]);
    expect(await titleOf(compressed)).toBe('docs en');
    const etag = compressed.headers.get('etag') ?? '';
    const again = await get('/docs', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/nothing', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('ignores overlong If-None-Match and Accept-Encoding headers for pages and files', async () => {
    const filler = `"${'x'.repeat(1_024)}"`;
    for (const path of ['/docs', '/theme.js']) {
      const known = (await get(path)).headers.get('etag') ?? '';
      const since = `If-Modified-Since: ${new Date().toUTCString()}`;
      expect(await raw(path, [`If-None-Match: ${known}`, since])).toMatch(/^HTTP\/1\.1 304 /);
      expect(await raw(path, [`If-None-Match: ${known}, ${filler}`, since])).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect(await raw('/theme.js', ['Range: bytes=0-1'])).toMatch(/^HTTP\/1\.1 206 /);
    expect(await raw('/theme.js', [`Range: bytes=0-1${' '.repeat(1_024)}`])).toMatch(/^HTTP\/1\.1 206 /);
    expect(await raw('/theme.js', [`Range: bytes=0-1,${'0-1,'.repeat(256)}0-1`])).toMatch(/^HTTP\/1\.1 200 /);
    const compressed = await get('/docs', { 'accept-encoding': `br, ${'x'.repeat(1_024)}` });
    expect(compressed.headers.get('content-encoding')).toBeNull();
  });

  it('serves hashed files as immutable, revalidates the others, and serves no other paths', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cacheOf('/assets/main-abc.js')).toContain('immutable');
    expect(await cacheOf('/admin/assets/admin-abc.js')).toContain('immutable');
    expect(await cacheOf('/theme.js')).toBe('no-cache');
    for (const path of ['/assets/none.js', '/pages/en/docs.html', '/api/none', '/admin/assets/none.js']) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
    const missing = await get('/it/old.html', { accept: 'text/html' });
    expect([missing.status, await titleOf(missing)]).toEqual([404, '404 it']);
  });
});
