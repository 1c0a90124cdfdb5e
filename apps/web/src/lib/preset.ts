import type { OptionValue } from '@filemill/api';

/** A format and settings for the next files of the converter. */
export interface Preset {
  readonly target: string;
  readonly options: Readonly<Record<string, OptionValue>>;
}

let asked: Preset | undefined;

/**
 * Leaves a preset for the converter, which the next page shows. Kept in memory alone: settings can hold texts of the user, which do
 * not belong in an address.
 */
export function askForPreset(preset: Preset): void {
  asked = preset;
}

/** The preset that another page has left; the next call has none. */
export function takePreset(): Preset | undefined {
  const preset = asked;
  asked = undefined;
  return preset;
}
