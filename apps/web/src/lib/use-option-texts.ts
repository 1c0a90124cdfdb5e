import type { OptionSchema, OptionValue } from '@filemill/api';
import { useTranslation } from 'react-i18next';

/** `compressionLevel` is `Compression level`. */
const humanised = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Names of settings, their values and their ends; a setting without a translation shows the text of its schema. */
export function useOptionTexts() {
  const { t } = useTranslation('convert');
  return {
    name: (name: string, schema?: OptionSchema) =>
      t(`options.names.${name}`, { defaultValue: schema?.title ?? humanised(name) }),
    help: (name: string, schema: OptionSchema) =>
      t(`options.help.${name}`, { defaultValue: schema.description ?? '' }),
    value: (name: string, value: OptionValue) =>
      t(`options.values.${name}.${value}`, { defaultValue: String(value) }),
    low: (name: string, { minimum }: OptionSchema) =>
      t(`options.low.${name}`, { defaultValue: String(minimum ?? '') }),
    high: (name: string, { maximum }: OptionSchema) =>
      t(`options.high.${name}`, { defaultValue: String(maximum ?? '') }),
    /** @param group - of the schema; absent for a setting that stands under no heading */
    group: (group: string | undefined) =>
      t(`options.groups.${group ?? 'other'}`, { defaultValue: humanised(group ?? '') }),
  };
}

/** The current settings, in words: `Quality 85`, `Fit: Fill`. */
export function useOptionWords(options: Readonly<Record<string, OptionValue>>): readonly string[] {
  const { t } = useTranslation('convert');
  const texts = useOptionTexts();
  return Object.entries(options).map(([name, value]) => {
    if (typeof value === 'number') return `${texts.name(name)} ${texts.value(name, value)}`;
    if (typeof value === 'string') return `${texts.name(name)}: ${texts.value(name, value)}`;
    return t(value ? 'options.on' : 'options.off', { name: texts.name(name) });
  });
}
