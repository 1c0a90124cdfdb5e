import { describe, expect, it } from '@jest/globals';
import { apiCalls, apiDescription } from '../../testing/api-texts.js';
import { endpointGroups, schemaOf } from './openapi.js';
import { fieldsOf, typeText } from './schema-fields.js';

describe('endpointGroups', () => {
  it('returns every public call, conversions first, and none for administrators or Stripe', () => {
    const calls = apiCalls.map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(expect.arrayContaining(['POST /api/convert/{kind}', 'GET /api/validate-key']));
    expect(calls.filter((call) => /admin|webhook/.test(call))).toEqual([]);
    expect(endpointGroups(apiDescription).map(({ tag }) => tag)).toEqual([
      'Conversions',
      'Catalogue',
      'Accounts',
      'Billing',
    ]);
  });
});

describe('typeText', () => {
  it.each([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer 1–100'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
    [{ type: ['string', 'null'], format: 'uuid' }, 'string (uuid) | null'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ $ref: '#/components/schemas/Plan' }, { type: 'null' }] }, 'Plan | null'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  ])('writes %j as %s', (schema, text) => {
    expect(typeText(schema)).toBe(text);
  });
});

describe('fieldsOf', () => {
  it('names the fields of objects and lists within a conversion', () => {
    const convert = apiCalls.find(({ operationId }) => operationId === 'convert');
    const schema = schemaOf(convert?.responses['200']?.content);
    const names = fieldsOf(schema ?? {}, apiDescription.components.schemas, 'convert.200').map(
      ({ name }) => name,
    );
    expect(names).toEqual(
      expect.arrayContaining(['status', 'downloadUrl', 'conversion.progress', 'conversion.losses[].code']),
    );
  });

  it('names the texts of a field by the schema that declares it, or by the call', () => {
    const schemas = { Row: { properties: { size: {} } } };
    const answer = { properties: { rows: { items: { $ref: '#/components/schemas/Row' } } } };
    const ids = fieldsOf(answer, schemas, 'listRows.200').map(({ textId }) => textId);
    expect(ids).toEqual(['listRows.200.rows', 'Row.size']);
  });

  it('ends for recursive schemas', () => {
    const tree = { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } } };
    const names = fieldsOf(tree, { Tree: tree }, 'getTree.200').map(({ name }) => name);
    expect(names).toEqual(['children', 'children[].children', 'children[].children[].children']);
  });
});
