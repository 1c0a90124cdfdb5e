import { registry } from '@filemill/formats';
import { CATEGORIES, fromCategories } from '@filemill/product';
import { z } from 'zod';
import { type Answer, defineRoutes } from './route.js';

const categorySchema = z.enum(CATEGORIES).meta({ id: 'Category' });

const overviewSchema = z
  .object(
    fromCategories(() =>
      z.object({
        formats: z.array(z.string()).meta({ description: 'What can be handed in' }),
        output: z.array(z.string()).meta({ description: 'What can be asked for' }),
      }),
    ),
  )
  .meta({ id: 'Formats' });
/** Input and output formats of each category; empty categories are absent. */
export type Formats = Partial<z.infer<typeof overviewSchema>>;

/** One option of an output, as JSON Schema (2020-12). */
export interface OptionSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly { readonly const?: string | number }[];
  readonly oneOf?: readonly { readonly const?: string | number }[];
  /** Unit of a number, such as `px`; an addition to JSON Schema. */
  readonly unit?: string;
  /** Whether few people need it; an addition to JSON Schema. */
  readonly advanced?: boolean;
  /** Options of one group stand under one heading in a form; an addition to JSON Schema. */
  readonly group?: string;
  /** One value that is valid and not the default. */
  readonly examples?: readonly OptionValue[];
}

/** What an option can be set to. */
export type OptionValue = string | number | boolean;

/** All options of an output, as JSON Schema (2020-12). */
export interface OptionsSchema {
  readonly properties?: Readonly<Record<string, OptionSchema>>;
}

/** The schema only says that it is an object; the type of its fields is stated here. */
const optionsSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'JSON Schema (2020-12) of the field `options`' }) as z.ZodType<OptionsSchema>;

/** A loss that is to be expected if the file has what is lost. */
const expectedLossSchema = z.object({
  code: z.string().meta({ description: 'Stable, as in `losses` of a conversion' }),
  message: z.string().meta({ description: 'What may be lost, in English' }),
});
/** A loss that is to be expected of a pair. */
export type ExpectedLoss = z.infer<typeof expectedLossSchema>;

const stepSchema = z.object({ engine: z.string(), from: z.string(), to: z.string() });

/** One format and all its output formats. */
const formatViewSchema = z
  .object({
    format: z.string(),
    category: categorySchema,
    label: z.string(),
    outputs: z.array(
      z.object({
        format: z.string(),
        category: categorySchema,
        label: z.string(),
        engine: z.string().meta({ description: 'Of the last step' }),
        steps: z.array(stepSchema).meta({
          description: 'The chain of at most three engines that loses least; of equals the shortest',
        }),
        losses: z.array(expectedLossSchema).meta({
          description: 'What may be lost, the gravest first: only what the file has',
        }),
        successRate: z.number().nullable().meta({
          description: 'Completed conversions of the last 30 days, 0 to 1; null if there were fewer than 10',
        }),
        medianMs: z.int().nullable().meta({
          description: 'Median of their time in milliseconds; null if unknown',
        }),
        options: optionsSchema,
      }),
    ),
    combinesInto: z
      .array(
        z.object({ format: z.string(), category: categorySchema, label: z.string(), options: optionsSchema }),
      )
      .meta({ description: 'What several files of it can become together, with `combine`' }),
  })
  .meta({ id: 'Format' });
export type FormatView = z.infer<typeof formatViewSchema>;
/** An output format of a format. */
export type TargetView = FormatView['outputs'][number];
/** An output format of several files of a format. */
export type CombinationView = FormatView['combinesInto'][number];

/** All ids of input formats. */
const INPUTS = [...new Set(registry.pairs().map(({ input }) => input.id))].toSorted();

const cacheable = <S extends z.ZodType>(description: string, schema: S) =>
  ({
    200: {
      description,
      content: { 'application/json': schema },
      headers: { ETag: 'Of this body' },
    },
    304: 'Unchanged since the `ETag` in `If-None-Match`',
  }) satisfies Record<number, Answer>;

const optionListSchema = z
  .partialRecord(
    categorySchema,
    z.array(
      z.object({
        name: z.string(),
        outputs: z.array(z.string()).meta({ description: 'Output formats that have it in this form' }),
        schema: z.record(z.string(), z.unknown()).meta({
          description: 'JSON Schema (2020-12) of its value, with an example',
        }) as z.ZodType<OptionSchema>,
      }),
    ),
  )
  .meta({ id: 'Options' });
/** The options of all outputs of each category. */
export type OptionList = z.infer<typeof optionListSchema>;

/** Routes of formats and their outputs. */
export const formatsApi = defineRoutes('Catalogue', {
  listFormats: {
    method: 'GET',
    path: '/api/formats',
    summary: 'Every format that can be converted, and what each category can become',
    callers: [],
    cacheSeconds: 300,
    answers: cacheable('The catalogue', overviewSchema),
  },
  getFormat: {
    method: 'GET',
    path: '/api/formats/{input}',
    summary: 'One format and its outputs: steps, expected losses, options and measured results',
    callers: [],
    cacheSeconds: 300,
    params: z.object({
      input: z.string().meta({ description: 'Id or extension, such as `png`', examples: INPUTS }),
    }),
    answers: cacheable('The format', formatViewSchema),
  },
  listOptions: {
    method: 'GET',
    path: '/api/options',
    summary: 'Every option of every category of outputs, with type, range, default and an example',
    description:
      'Which options a conversion has depends on its formats: `GET /api/formats/{input}` tells those of each output.',
    callers: [],
    cacheSeconds: 300,
    answers: cacheable('The options', optionListSchema),
  },
});
