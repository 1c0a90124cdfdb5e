import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { choosable, sharedSchemas, sharedTargets } from '../model/targets.js';
import { FormatPicker } from './format-picker.js';
import { OptionsPanel } from './options-panel.js';
import { SharedNotes } from './working-notes.js';

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

/** One format for all files, from those they share; if they share none, each has its own. */
export function SharedTarget({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const noteId = useId();
  const files = choosable(converter.items);
  const targets = sharedTargets(converter.items);
  const [first] = files;
  const same = files.every(({ target }) => target === first?.target);
  return (
    <>
      {files.length > 1 && (
        <div className="shared">
          <span className="label">{t('shared.label')}</span>
          <FormatPicker
            targets={targets}
            value={same ? first?.target : undefined}
            label={t('shared.label')}
            disabled={targets.length === 0}
            describedBy={noteId}
            onChoose={converter.actions.setSharedTarget}
          />
          <SharedOptions converter={converter} />
          <span className="small muted" id={noteId}>
            {targets.length === 0 ? t('shared.none') : t('shared.count', { count: targets.length })}
          </span>
        </div>
      )}
      <SharedNotes converter={converter} />
    </>
  );
}
