import { registry } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { hashOfOption, optionFamilies, valuesOf } from './option-families.js';

describe('the values with which a setting is tried', () => {
  it.each<readonly [name: string, schema: z.ZodType, values: readonly unknown[] | undefined]>([
    ['both bounds and the middle', z.int().min(1).max(100).default(85), [1, 51, 100]],
    ['a middle that is allowed', z.int().min(16).max(4_096).multipleOf(2), [16, 2_056, 4_096]],
    ['a middle with two digits', z.number().min(0.3).max(3), [0.3, 1.65, 3]],
    ['each value once', z.int().min(1).max(2), [1, 2]],
    ['every choice', z.enum(['keep', 'drop']).optional(), ['keep', 'drop']],
    ['every number', z.literal([8, 16]), [8, 16]],
    ['both of a switch', z.boolean().default(true), [false, true]],
    ['none of a text', z.string().max(10), undefined],
  ])('are %s', (_, schema, values) => {
    expect(valuesOf(schema)).toEqual(values);
    for (const value of values ?? []) expect(schema.safeParse(value).success).toBe(true);
  });
});

describe('the families of settings', () => {
  const families = optionFamilies();

  it('have routes that are offered, the cheapest first', () => {
    for (const { routes } of families)
      for (const { input, output } of routes.slice(0, 1))
        expect(registry.route(input.id, output.id)).toBeDefined();
  });

  it('are of the engine that obeys the setting, also if it is added to the route', () => {
    const widths = families.filter(({ option }) => option === 'width').map(({ engine }) => engine);
    expect([...new Set(widths)].sort()).toEqual(['ffmpeg', 'poppler', 'sharp']);
  });

  it('have a hash that depends on the pair and on what the setting allows', () => {
    const [one, other] = families.filter(({ engine, option }) => engine === 'ffmpeg' && option === 'width');
    const route = one?.routes[0];
    if (!one || !other || !route) throw new Error('no family');
    expect(hashOfOption(one, route)).toBe(hashOfOption(one, route));
    expect(hashOfOption(other, route)).not.toBe(hashOfOption(one, route));
    expect(hashOfOption(one, one.routes[1] ?? route)).not.toBe(hashOfOption(one, route));
  });
});
