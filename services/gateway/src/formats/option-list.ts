import { setImmediate } from 'node:timers/promises';
import { jsonSchemaOf, type OptionList, type OptionSchema, type OptionsSchema } from '@filemill/api';
import { OPTION_GROUPS, optionsOfRoute, registry } from '@filemill/formats';
import { CATEGORIES, fromCategories } from '@filemill/product';

/** Names of options in the order of a form. */
const ORDER: readonly string[] = Object.values(OPTION_GROUPS).flat();

/**
 * The options of the outputs of each category; an option that has several forms is listed once for each. It looks at every
 * pair, so it lets others run between the inputs.
 */
export async function optionList(): Promise<OptionList> {
  // Most routes to an output have the same schema: each is read once.
  const outputsOf = fromCategories(() => new Map<OptionsSchema, Set<string>>());
  for (const input of new Set(registry.pairs().map((pair) => pair.input.id))) {
    await setImmediate();
    for (const route of registry.targets(input)) {
      const { id, category } = route.output;
      const schema = jsonSchemaOf(optionsOfRoute(route));
      const outputs = outputsOf[category].get(schema) ?? new Set();
      outputsOf[category].set(schema, outputs.add(id));
    }
  }
  const lists = CATEGORIES.map((category) => [category, entriesOf(outputsOf[category])] as const);
  return Object.fromEntries(lists.filter(([, entries]) => entries.length > 0));
}

type Entry = NonNullable<OptionList[keyof OptionList]>[number];

function entriesOf(schemas: ReadonlyMap<OptionsSchema, ReadonlySet<string>>): Entry[] {
  const found = new Map<string, { name: string; schema: OptionSchema; outputs: Set<string> }>();
  for (const [{ properties = {} }, outputs] of schemas) {
    for (const [name, schema] of Object.entries(properties)) {
      const key = `${name} ${JSON.stringify(schema)}`;
      const entry = found.get(key) ?? { name, schema, outputs: new Set() };
      for (const output of outputs) entry.outputs.add(output);
      found.set(key, entry);
    }
  }
  return [...found.values()]
    .map(({ outputs, ...entry }) => ({ ...entry, outputs: [...outputs].toSorted() }))
    .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}
