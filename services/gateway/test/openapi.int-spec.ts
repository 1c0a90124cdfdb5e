import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

const SNAPSHOT = new URL('../../../docs/openapi.json', import.meta.url);

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { security: Record<string, string[]>[]; responses: object }>>;
}

/** `GET /api/conversions/{id}` of every line of Fastify's own list; HEAD comes with each GET. */
function routesOf(printed: string): string[] {
  const open: string[] = [];
  const routes: string[] = [];
  for (const line of printed.split('\n')) {
    const found = /^([│ ]*)[├└]── (\S*) \((.*)\)$/.exec(line);
    if (!found) continue;
    const [, indent = '', part = '', methods = ''] = found;
    const depth = indent.length / 4;
    open.splice(depth, open.length, part);
    const path = open.join('').replaceAll(/:(\w+)/g, '{$1}');
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.push(`${method} ${path}`);
  }
  return routes;
}

describe('GET /api/openapi.json', () => {
  let gateway: TestGateway;
  let document: OpenApi;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    document = (await (await gateway.fetch('/api/openapi.json')).json()) as OpenApi;
  });
  afterAll(() => gateway.stop());

  it('describes every route of the gateway, and no other', () => {
    const printed = gateway.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
    const served = routesOf(printed).filter((route) => route !== 'GET *' && route !== 'GET /*');
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  it('is OpenAPI 3.1, kept by ETag', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const { headers } = await gateway.fetch('/api/openapi.json');
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await gateway.fetch('/api/openapi.json', again)).status).toBe(304);
  });

  it('is docs/openapi.json (UPDATE_OPENAPI=1 writes it)', async () => {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env.UPDATE_OPENAPI) await writeFile(SNAPSHOT, text);
    expect(JSON.parse(await readFile(SNAPSHOT, 'utf8'))).toEqual(document);
  });
});
