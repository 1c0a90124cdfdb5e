import { type FormatView, jsonSchemaOf } from '@filemill/api';
import { AppError } from '@filemill/errors';
import {
  combinationOf,
  combinedOutputs,
  EXPECTED_LOSSES,
  type FormatSpec,
  optionsOfRoute,
  type Route,
  type RouteStep,
  registry,
} from '@filemill/formats';
import { Injectable } from '@nestjs/common';
import { type PackedText, packedJson } from '../http/packed-text.js';
import { optionList } from './option-list.js';
import { type Figures, PairFigures, pairKey } from './pair-figures.js';

/** The catalogue for callers; a format is rendered once for the same figures. */
@Injectable()
export class Catalogue {
  readonly overview: PackedText = packedJson(
    Object.fromEntries(registry.categories.map((category) => [category, registry.category(category)])),
  );
  private readonly views = new Map<string, { view: PackedText; figures: Figures }>();

  private optionsBody: Promise<PackedText> | undefined;

  constructor(private readonly pairFigures: PairFigures) {}

  /** The options of all outputs; put together at the first call. */
  options(): Promise<PackedText> {
    this.optionsBody ??= optionList().then(packedJson);
    return this.optionsBody;
  }

  /**
   * @param word - a catalogue id or an extension, in any case
   * @throws {AppError} NOT_FOUND for an unknown format
   */
  async view(word: string): Promise<PackedText> {
    const name = word.toLowerCase();
    const format = registry.format(name) ?? registry.formatOfExtension(name);
    const targets = format ? registry.targets(format.id) : [];
    if (!format || targets.length === 0) throw new AppError('NOT_FOUND', { what: 'This format' });
    const figures = await this.pairFigures.get();
    const known = this.views.get(format.id);
    if (known?.figures === figures) return known.view;
    const view = packedJson(describe(format, targets, figures));
    this.views.set(format.id, { view, figures });
    return view;
  }
}

const describe = (format: FormatSpec, targets: readonly Route[], figures: Figures): FormatView => ({
  format: format.id,
  category: format.category,
  label: format.label,
  outputs: targets.flatMap((route) => {
    const last = route.steps.at(-1);
    if (!last) return [];
    const { id, category, label } = route.output;
    const { successRate = null, medianMs = null } = figures.get(pairKey(format.id, id)) ?? {};
    return [
      {
        format: id,
        category,
        label,
        engine: last.engine,
        steps: route.steps.map(describeStep),
        losses: route.losses.map((code) => ({ code, message: EXPECTED_LOSSES[code] })),
        successRate,
        medianMs,
        options: jsonSchemaOf(optionsOfRoute(route)),
      },
    ];
  }),
  combinesInto: combinedOutputs([format, format]).flatMap((id) => describeCombination(format, id)),
});

function describeCombination(format: FormatSpec, id: string): FormatView['combinesInto'] {
  const output = registry.format(id);
  const combination = output && combinationOf([format, format], output);
  if (!combination) return [];
  const { category, label } = output;
  return [{ format: id, category, label, options: jsonSchemaOf(combination.options) }];
}

const describeStep = ({ engine, from, to }: RouteStep) => ({ engine, from: wordOf(from), to: wordOf(to) });

/** Callers do not know the ids of internal formats. */
const wordOf = ({ id, label, internal }: FormatSpec): string => (internal ? label.toLowerCase() : id);
