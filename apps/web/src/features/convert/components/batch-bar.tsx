import { Button, Icon, Ring, Stone } from '@filemill/ui';
import { formatBytes, formatPercent } from '@filemill/web-client';
import { FileArchive, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.js';
import type { Converter } from '../hooks/use-converter.js';
import { batchPercent, countsOf, savedBytes, zippable } from '../model/batch-summary.js';
import { isRunning, isSkipped, isStartable } from '../model/item.js';
import { choosable } from '../model/targets.js';

/** `Download ZIP`, as soon as there are several results; the main action once nothing is left to convert. */
function ZipButton({ converter, isMain }: { converter: Converter; isMain: boolean }) {
  const { t } = useTranslation('convert');
  const now = useNow();
  const results = zippable(converter.items, converter.queue.caller, now);
  if (results.length < 2) return null;
  const failed = converter.items.filter(({ status }) => status === 'error');
  return (
    <Button
      size="large"
      look={isMain ? 'accent' : 'plain'}
      aria-busy={converter.isZipping}
      onClick={() => !converter.isZipping && void converter.saveAll(results, failed)}
    >
      {converter.isZipping ? <Stone className="bs" /> : <Icon of={FileArchive} />}
      {converter.isZipping ? t('batch.zipping') : t('batch.zip')}
    </Button>
  );
}

/** The bottom of the list: total progress, and the only main action. */
export function BatchBar({ converter }: { converter: Converter }) {
  const { t, i18n } = useTranslation('convert');
  const { items, actions, mode, combining, setCombining } = converter;
  const counted = items.filter(
    (item) => item.status !== 'refused' && item.status !== 'lost' && !isSkipped(item),
  );
  const running = items.filter(isRunning);
  const startable = combining
    ? choosable(items)
    : items.filter((item) => isStartable(item) && !isSkipped(item));
  const percent = batchPercent(counted);
  const undecided = combining ? undefined : startable.find(({ target }) => target === undefined);
  const saved = savedBytes(items);
  const begun = percent > 0;
  const isBusy = running.length > 0 && startable.length === 0;
  const isMissing = combining
    ? combining.target === undefined
    : mode === 'dashboard' && undecided !== undefined;
  const isDisabled = !isBusy && (startable.length === 0 || isMissing);
  const start = () => {
    if (isBusy) return;
    if (!combining) return actions.start();
    actions.combine(combining);
    setCombining(undefined);
  };
  const bar = useRef<HTMLElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // A disabled button loses the focus: move it to the next action, the zip or the first result.
    if (!isDisabled || document.activeElement !== main.current) return;
    const next = bar.current?.querySelector('button:enabled') ?? document.querySelector('.row a[download]');
    if (next instanceof HTMLElement) next.focus();
  }, [isDisabled]);
  return (
    <footer ref={bar} className="batch">
      <Ring percent={percent} label={t('batch.ring', { percent: formatPercent(percent) })} />
      <div>
        <p className="strong bt">
          {begun ? formatPercent(percent) : t('batch.files', { count: counted.length })}{' '}
          {begun && <span className="muted">{t('batch.of', { count: counted.length })}</span>}
        </p>
        <p className="meta" id="batch-facts">
          {countsOf(items).map(({ id, count }) => (
            <span key={id}>{t(`batch.${id}`, { count })}</span>
          ))}
          {saved > 0 && <span>{t('batch.saved', { size: formatBytes(saved, i18n.language) })}</span>}
          {undecided && <span>{t('batch.undecided', { file: undecided.name })}</span>}
        </p>
      </div>
      <div className="batch__act">
        {running.length > 1 && (
          <Button look="ghost" size="large" onClick={actions.cancelAll}>
            <Icon of={X} />
            {t('batch.cancelAll')}
          </Button>
        )}
        <ZipButton converter={converter} isMain={isDisabled && undecided === undefined && !combining} />
        <Button
          ref={main}
          look={isDisabled ? 'plain' : 'accent'}
          size="large"
          disabled={isDisabled && (mode === 'dashboard' || items.length > 0)}
          aria-busy={isBusy}
          aria-describedby="batch-facts"
          onClick={start}
        >
          {isBusy && <Stone className="bs" />}
          {isBusy && t('batch.converting')}
          {!isBusy && (combining ? t('combine.start', { count: startable.length }) : t('batch.convert'))}
        </Button>
      </div>
    </footer>
  );
}
