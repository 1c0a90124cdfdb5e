import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from './support/gateway.js';

const SNAPSHOT = new URL('../../../docs/openapi.json', import.meta.url);

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { security: Record<string, string[]>[]; responses: object }>>;
}

/** The examples are the ids of the catalogue: a new format changes no route and needs no other file. */
const withoutExamples = (key: string, value: unknown): unknown => (key === 'examples' ? undefined : value);

describe('GET /api/openapi.json', () => {
  let gateway: TestGateway;
  let document: OpenApi;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    document = (await (await gateway.fetch('/api/openapi.json')).json()) as OpenApi;
  });
  afterAll(() => gateway.stop());

  it('describes every route of the API and no other', () => {
    const served = gateway.routes
      .filter((route) => /^(?!HEAD )\w+ \/api\//.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  it('is OpenAPI 3.1 and is cached by its ETag', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const { headers } = await gateway.fetch('/api/openapi.json');
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await gateway.fetch('/api/openapi.json', again)).status).toBe(304);
  });

  it('equals docs/openapi.json except for the examples (UPDATE_OPENAPI=1 writes that file)', async () => {
    const text = `${JSON.stringify(document, withoutExamples, 2)}\n`;
    if (process.env.UPDATE_OPENAPI) await writeFile(SNAPSHOT, text);
    expect(JSON.parse(await readFile(SNAPSHOT, 'utf8'))).toEqual(JSON.parse(text));
  });
});
