import { createHash } from 'node:crypto';
import { type Category, type FormatSpec, type Route, registry } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

/** One format and everything that it can become. */
export interface FormatView {
  format: string;
  category: Category;
  label: string;
  /** `options` is a JSON Schema (2020-12). */
  outputs: { format: string; category: Category; engine: string; options: unknown }[];
}

/** A JSON body that changes with a release only, and its strong ETag. */
export interface CacheableJson {
  readonly json: string;
  readonly etag: string;
}

/** The catalogue as callers see it; rendered once, since it is fixed while the process lives. */
@Injectable()
export class FormatsService {
  readonly overview: CacheableJson = cacheable(
    Object.fromEntries(registry.categories.map((category) => [category, registry.category(category)])),
  );
  private readonly views = new Map<string, CacheableJson>();

  /**
   * @param word - a catalogue id or an extension, in any case
   * @throws {AppError} NOT_FOUND for what cannot be converted
   */
  view(word: string): CacheableJson {
    const name = word.toLowerCase();
    const format = registry.format(name) ?? registry.formatOfExtension(name);
    const targets = format ? registry.targets(format.id) : [];
    if (!format || targets.length === 0) throw new AppError('NOT_FOUND', { what: 'This format' });
    const known = this.views.get(format.id);
    if (known) return known;
    const view = cacheable(describe(format, targets));
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
    // `input`: what a caller may send, where fields with a default are optional.
    return [
      {
        format: id,
        category,
        engine: last.engine,
        options: z.toJSONSchema(schema.strict(), { io: 'input' }),
      },
    ];
  }),
});

function cacheable(body: unknown): CacheableJson {
  const json = JSON.stringify(body);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}
