import { optionsOfRoute, registry } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.js';

describe('jsonSchemaOf', () => {
  it.each(['png', 'mp4', 'docx', 'xlsx', 'pdf', 'epub', 'ttf', 'zip', 'srt'])(
    'renders the settings of %s as the library does',
    (input) => {
      const schemas = new Set(registry.targets(input).map(optionsOfRoute));
      expect(schemas.size).toBeGreaterThan(0);
      for (const schema of schemas)
        expect(jsonSchemaOf(schema)).toEqual(z.toJSONSchema(schema, { io: 'input' }));
    },
  );

  it('gives the same object again', () => {
    const route = registry.targets('png')[0];
    if (!route) throw new Error('PNG becomes nothing');
    expect(jsonSchemaOf(optionsOfRoute(route))).toBe(jsonSchemaOf(optionsOfRoute(route)));
  });
});
