import type { FormatView } from '@filemill/api';
import type { Preset } from '../../../lib/preset.js';
import type { Item } from './item.js';
import { isAccepted, optionFields } from './option-fields.js';

/**
 * What a preset changes of a file of a format: its target, and those of the settings that this pair has as well.
 *
 * @returns undefined if the format cannot become the target
 */
export function presetFor(
  input: FormatView,
  { target, options }: Preset,
): Pick<Item, 'target' | 'options' | 'refines'> | undefined {
  const output = input.outputs.find(({ format }) => format === target);
  if (!output) return undefined;
  const kept = optionFields(output.options.properties ?? {}).flatMap((spec) => {
    const value = options[spec.name];
    return value !== undefined && isAccepted(value, spec) ? [[spec.name, value] as const] : [];
  });
  return { target, options: Object.fromEntries(kept), refines: target === input.format };
}
