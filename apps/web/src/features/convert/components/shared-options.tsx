import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { choosable, sharedSchemas } from '../model/targets.js';
import { OptionsPanel } from './options-panel.js';

/** Settings for all files at once, if their conversions have the same ones. */
export function SharedOptions({ converter: { items, actions } }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const files = choosable(items);
  const [first] = files;
  return (
    <OptionsPanel
      label={t('options.openAll')}
      subject={t('options.forAll', { count: files.length })}
      schemas={sharedSchemas(files)}
      values={first?.options ?? {}}
      expect={(options) => actions.expect(files, options)}
      onApply={(options) =>
        actions.setOptions(
          files.map(({ id }) => id),
          options,
        )
      }
    />
  );
}
