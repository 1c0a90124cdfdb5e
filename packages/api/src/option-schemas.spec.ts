import { optionsOfRoute, registry } from '@filemill/formats';
import { TEXT_OPTIONS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { OPTIONS_EXAMPLES } from './conversions.js';
import { jsonSchemaOf } from './option-schemas.js';

/** The schemas of all pairs that are offered; many pairs share one. */
const SCHEMAS = new Set(
  [...new Set(registry.pairs().map(({ input }) => input.id))].flatMap((input) =>
    registry.targets(input).map(optionsOfRoute),
  ),
);

/** Their patterns leave no room for words. */
const CLOSED = new Set(['background', 'pages']);

describe('jsonSchemaOf', () => {
  it.each(['png', 'mp4', 'docx', 'xlsx', 'pdf', 'epub', 'ttf', 'zip', 'srt'])(
    'renders the settings of %s as the library does, with a heading and an example',
    (input) => {
      const schemas = new Set(registry.targets(input).map(optionsOfRoute));
      expect(schemas.size).toBeGreaterThan(0);
      for (const schema of schemas) {
        const { properties = {}, ...rest } = jsonSchemaOf(schema);
        const expected = z.toJSONSchema(schema, { io: 'input' });
        expect({ ...rest, properties: {} }).toEqual({ ...expected, properties: {} });
        expect(Object.keys(properties)).toEqual(Object.keys(expected.properties ?? {}));
        for (const [name, { group, examples, ...field }] of Object.entries(properties)) {
          const { examples: _given, ...own } = Object(expected.properties?.[name]);
          expect(field).toEqual(own);
        }
      }
    },
  );

  it('gives every option of every pair a heading, and an example that is valid and not the default', () => {
    const wrong = new Set<string>();
    const fields = new Map(
      [...SCHEMAS].flatMap((schema) =>
        Object.entries(jsonSchemaOf(schema).properties ?? {}).map(
          ([name, field]) => [field, { name, schema }] as const,
        ),
      ),
    );
    expect(fields.size).toBeGreaterThan(300);
    for (const [{ group, examples = [], default: byDefault }, { name, schema }] of fields) {
      if (!group) wrong.add(`${name} stands under no heading of OPTION_GROUPS`);
      const [example] = examples;
      if (example === undefined) wrong.add(`${name} needs examples in its declaration`);
      if (example === byDefault) wrong.add(`${name}: the example ${example} is the default`);
      // Alone: some say how another one is done, and are refused without it.
      if (!schema.shape[name]?.safeParse(example).success)
        wrong.add(`${name}: the example ${example} is not valid`);
    }
    expect([...wrong]).toEqual([]);
  });

  it('gives the same object again', () => {
    const route = registry.targets('png')[0];
    if (!route) throw new Error('PNG becomes nothing');
    expect(jsonSchemaOf(optionsOfRoute(route))).toBe(jsonSchemaOf(optionsOfRoute(route)));
  });
});

describe('what options can hold', () => {
  it('is closed or bounded, except for the texts that are erased with the files; nothing is a password', () => {
    const texts = new Set<string>();
    for (const schema of SCHEMAS) {
      for (const [name, { type, enum: words }] of Object.entries(jsonSchemaOf(schema).properties ?? {})) {
        // Rows and histories keep options: a password must never become one of them.
        expect(name).not.toMatch(/password|secret|passphrase|pin$/i);
        if (type === 'string' && !words && !CLOSED.has(name)) texts.add(name);
      }
    }
    expect([...texts].toSorted()).toEqual(TEXT_OPTIONS.toSorted());
  });
});

describe('OPTIONS_EXAMPLES', () => {
  it('has valid options of most families', () => {
    expect(OPTIONS_EXAMPLES.length).toBeGreaterThan(5);
    for (const { input, output, options } of OPTIONS_EXAMPLES) {
      const route = registry.targets(input).find((target) => target.output.id === output);
      expect(route && optionsOfRoute(route).safeParse(JSON.parse(options))).toMatchObject({ success: true });
    }
  });
});
