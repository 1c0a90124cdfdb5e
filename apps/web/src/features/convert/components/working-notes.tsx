import { Button, Note } from '@filemill/ui';
import { joinList } from '@filemill/web-client';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionWords } from '../../../lib/use-option-texts.js';
import type { Converter } from '../hooks/use-converter.js';
import { isSkipped } from '../model/item.js';
import { canRefine, strays } from '../model/targets.js';

/** The live region for screen readers. */
export function Announcement({ text }: { text: string }) {
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  );
}

/** Says that this is a demo. */
export function DemoNote() {
  const { t } = useTranslation('convert');
  return (
    <div className="demo">
      <Note tone="warning">
        <strong>{t('demo.title')}</strong> {t('demo.text')}
      </Note>
    </div>
  );
}

/** Says what new files become, if the user has chosen it elsewhere. */
export function PresetNote({ converter }: { converter: Converter }) {
  const { preset, isPresetNew, dropPreset } = converter;
  const { t, i18n } = useTranslation('convert');
  const words = useOptionWords(preset?.options ?? {});
  const note = useRef<HTMLDivElement>(null);
  // Who comes for it continues here: on a phone the converter is far down the page.
  useEffect(() => {
    if (isPresetNew) note.current?.focus();
  }, [isPresetNew]);
  if (!preset) return null;
  return (
    <div className="demo" ref={note} tabIndex={-1}>
      <Note>
        {t('preset.text', {
          format: preset.target.toUpperCase(),
          options: joinList(words, i18n.language),
        })}{' '}
        <Button look="ghost" size="small" onClick={dropPreset}>
          {t('preset.drop')}
        </Button>
      </Note>
    </div>
  );
}

/** Notes about files that the common format does not apply to: some have it already, others cannot become it. */
export function SharedNotes({ converter: { items, queue, actions } }: { converter: Converter }) {
  const { t, i18n } = useTranslation('convert');
  const skipped = items.filter(isSkipped);
  const formats = new Set(skipped.flatMap(({ target = [] }) => target).map((format) => format.toUpperCase()));
  const lone = strays(items, queue.sharedTarget);
  const [first] = lone;
  return (
    <div className="snotes" aria-live="polite">
      {first && (
        <Note tone="warning">
          {t('shared.stray', {
            count: lone.length,
            file: first.name,
            format: queue.sharedTarget?.toUpperCase(),
          })}
        </Note>
      )}
      {skipped.length > 0 && (
        <Note>
          {t('shared.skipped', { count: skipped.length, format: joinList([...formats], i18n.language) })}{' '}
          {skipped.some(canRefine) && (
            <Button look="ghost" size="small" onClick={actions.refineSkipped}>
              {t('shared.refine')}
            </Button>
          )}
        </Note>
      )}
    </div>
  );
}
