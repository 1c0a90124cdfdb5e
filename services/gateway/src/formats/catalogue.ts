import type { FormatView, OptionsSchema } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { type FormatSpec, type Route, registry } from '@filemill/formats';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CacheableJson, cacheableJson } from '../http/etag.js';

/** The catalogue for callers; rendered once, because it does not change while the process runs. */
@Injectable()
export class Catalogue {
  readonly overview: CacheableJson = cacheableJson(
    Object.fromEntries(registry.categories.map((category) => [category, registry.category(category)])),
  );
  private readonly views = new Map<string, CacheableJson>();

  /**
   * @param word - a catalogue id or an extension, in any case
   * @throws {AppError} NOT_FOUND for an unknown format
   */
  view(word: string): CacheableJson {
    const name = word.toLowerCase();
    const format = registry.format(name) ?? registry.formatOfExtension(name);
    const targets = format ? registry.targets(format.id) : [];
    if (!format || targets.length === 0) throw new AppError('NOT_FOUND', { what: 'This format' });
    const known = this.views.get(format.id);
    if (known) return known;
    const view = cacheableJson(describe(format, targets));
    this.views.set(format.id, view);
    return view;
  }
}

const describe = (format: FormatSpec, targets: readonly Route[]): FormatView => ({
  format: format.id,
  category: format.category,
  label: format.label,
  outputs: targets.flatMap((route) => {
    const last = route.steps.at(-1);
    if (!last) return [];
    const schema = last.to.write?.[last.engine]?.options ?? z.object({});
    const { id, category } = route.output;
    // `input`: the accepted values, in which fields with a default are optional.
    return [
      {
        format: id,
        category,
        engine: last.engine,
        options: z.toJSONSchema(schema.strict(), { io: 'input' }) as OptionsSchema,
      },
    ];
  }),
});
