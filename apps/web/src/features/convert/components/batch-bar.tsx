import { Button, Ring, Stone } from '@filemill/ui';
import { formatPercent } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { type Item, isRunning, isSkipped, isStartable, itemPercent } from '../model/item.js';

const COUNTS: readonly { id: string; test: (item: Item) => boolean }[] = [
  { id: 'done', test: ({ status }) => status === 'completed' },
  { id: 'running', test: ({ status }) => status === 'uploading' || status === 'converting' },
  { id: 'waiting', test: ({ status }) => status === 'waiting' },
  { id: 'ready', test: (item) => item.status === 'ready' && item.target !== undefined && !isSkipped(item) },
  { id: 'skipped', test: isSkipped },
  { id: 'failed', test: ({ status }) => status === 'error' },
  { id: 'refused', test: ({ status }) => status === 'refused' },
];

/** The foot of the list: how far all files are, and the one main action. */
export function BatchBar({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const { items } = converter;
  const counted = items.filter((item) => item.status !== 'refused' && !isSkipped(item));
  const running = items.some(isRunning);
  const startable = items.some(isStartable);
  const percent = counted.reduce((sum, item) => sum + itemPercent(item), 0) / Math.max(1, counted.length);
  const undecided = items.find((item) => isStartable(item) && !item.target);
  const counts = COUNTS.map(({ id, test }) => ({ id, count: items.filter(test).length })).filter(
    (c) => c.count > 0,
  );
  const begun = percent > 0;
  return (
    <footer className="batch">
      <Ring percent={percent} label={t('batch.ring', { percent: formatPercent(percent) })} />
      <div>
        <p className="strong bt">
          {begun ? formatPercent(percent) : t('batch.files', { count: counted.length })}{' '}
          {begun && <span className="muted">{t('batch.of', { count: counted.length })}</span>}
        </p>
        <p className="meta">
          {counts.map(({ id, count }) => (
            <span key={id}>{t(`batch.${id}`, { count })}</span>
          ))}
          {undecided && <span>{t('batch.undecided', { file: undecided.file.name })}</span>}
        </p>
      </div>
      <div className="batch__act">
        <Button
          look="accent"
          size="large"
          disabled={items.length > 0 && !startable && !running}
          aria-busy={running && !startable}
          onClick={() => !(running && !startable) && converter.start()}
        >
          {running && !startable && <Stone className="bs" />}
          {running && !startable ? t('batch.converting') : t('batch.convert')}
        </Button>
      </div>
    </footer>
  );
}
