import { Button, cx, Icon, Input } from '@filemill/ui';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { popularFirst } from '../../../lib/popular-formats.js';
import type { Converter } from '../hooks/use-converter.js';
import { matches } from '../model/picker-groups.js';
import { choosable, sharedTargets } from '../model/targets.js';
import { SharedOptions } from './shared-target.js';
import { SharedNotes } from './working-notes.js';

/** Formats shown before "more" is pressed: two rows on a desktop. */
const SHOWN = 12;

/** The dashboard's choice of one format for all files, without a popover, with a search. */
export function TargetBoard({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const [query, setQuery] = useState('');
  const [isWhole, setWhole] = useState(false);
  const files = choosable(converter.items);
  const targets = popularFirst(sharedTargets(converter.items));
  const text = query.trim().toLowerCase();
  const found = targets.filter((target) => matches(target, text));
  const shown = isWhole || text !== '' ? found : found.slice(0, SHOWN);
  const isChosen = (format: string) => files.length > 0 && files.every(({ target }) => target === format);
  return (
    <div className="cv__t">
      <div className="cv__h">
        <p className="label">{t('board.title')}</p>
        <SharedOptions converter={converter} />
      </div>
      {targets.length > 0 && (
        <Input
          type="search"
          lead={<Icon of={Search} />}
          aria-label={t('picker.search')}
          placeholder={t('picker.placeholder', { count: targets.length })}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      )}
      {files.length === 0 && <p className="muted">{t('board.empty')}</p>}
      {files.length > 0 && targets.length === 0 && <p className="small muted">{t('shared.none')}</p>}
      {targets.length > 0 && found.length === 0 && (
        <p className="small muted" role="status">
          <b className="strong">{t('picker.none')}</b> {t('picker.noneText')}
        </p>
      )}
      <fieldset className="cv__g" aria-label={t('board.title')} hidden={shown.length === 0}>
        {shown.map(({ format, category }) => (
          <button
            key={format}
            type="button"
            className={cx('cv__f', `k-${category}`)}
            aria-pressed={isChosen(format)}
            onClick={() => converter.actions.setSharedTarget(format)}
          >
            {format}
          </button>
        ))}
        {shown.length < found.length && (
          <Button size="small" className="cv__m" onClick={() => setWhole(true)}>
            {t('board.more', { count: found.length - shown.length })}
          </Button>
        )}
      </fieldset>
      <SharedNotes converter={converter} />
    </div>
  );
}
