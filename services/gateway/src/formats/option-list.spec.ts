import { optionsOfRoute, registry } from '@filemill/formats';
import { CATEGORIES } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { optionList } from './option-list.js';

describe('optionList', () => {
  it('has every option of every pair, once for each form, and nothing else', async () => {
    const wanted = new Set<string>();
    for (const input of new Set(registry.pairs().map((pair) => pair.input.id))) {
      for (const route of registry.targets(input)) {
        const { id, category } = route.output;
        for (const name of Object.keys(optionsOfRoute(route).shape)) wanted.add(`${category} ${id} ${name}`);
      }
    }
    const list = await optionList();
    const found = CATEGORIES.flatMap((category) =>
      (list[category] ?? []).flatMap(({ name, outputs }) => outputs.map((id) => `${category} ${id} ${name}`)),
    );
    expect(new Set(found)).toEqual(wanted);
    for (const entries of Object.values(list)) {
      const texts = entries.map(({ name, schema }) => `${name} ${JSON.stringify(schema)}`);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
