import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { choosable, sharedTargets } from '../model/targets.js';
import { FormatPicker } from './format-picker.js';
import { SharedNotes } from './shared-notes.js';
import { SharedOptions } from './shared-options.js';

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
