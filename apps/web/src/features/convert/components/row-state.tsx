import { Icon } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { Ban, CircleAlert, Clock, FileQuestionMark, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Item, isSkipped } from '../model/item.js';
import { RowExpected } from './row-expected.js';
import { RowProgress } from './row-progress.js';
import { RowResult } from './row-result.js';

function Statement({
  icon,
  look = '',
  title,
  text,
}: {
  icon?: LucideIcon;
  look?: string;
  title: string;
  text?: string;
}) {
  return (
    <>
      <p className={`state ${look}`}>
        {icon && <Icon of={icon} />}
        {title}
      </p>
      {text && <p className="small muted">{text}</p>}
    </>
  );
}

/** The state of a file, in words. */
export function RowState({ item }: { item: Item }) {
  const { t } = useTranslation('convert');
  const { status, conversion, target } = item;
  switch (status) {
    case 'uploading':
    case 'converting':
      return <RowProgress item={item} />;
    case 'completed':
      return conversion ? <RowResult conversion={conversion} /> : null;
    case 'waiting':
      return <Statement icon={Clock} title={t('row.waiting')} text={t('row.waitingText')} />;
    case 'error':
      return (
        <Statement
          icon={CircleAlert}
          look="state--bad"
          title={t('row.failed')}
          text={`${errorText(t, item.error)} ${t('row.notCounted')}`}
        />
      );
    case 'cancelled':
      return <Statement icon={Ban} title={t('row.cancelled')} text={t('row.notCounted')} />;
    case 'refused':
      return (
        <Statement
          icon={Ban}
          look="state--warn"
          title={item.refusal?.title ?? ''}
          text={item.refusal && [item.refusal.text, item.refusal.remedy].join(' ')}
        />
      );
    case 'lost':
      return (
        <Statement
          icon={FileQuestionMark}
          look="state--warn"
          title={t('row.lost')}
          text={t('row.lostText')}
        />
      );
    case 'detecting':
      return <Statement title={t('row.detecting')} />;
    case 'ready': {
      if (isSkipped(item))
        return <Statement icon={Ban} title={t('row.skipped', { format: target?.toUpperCase() })} />;
      const title = target ? t('row.ready') : t('row.noTarget');
      return (
        <>
          <Statement title={title} />
          <Suspense>
            <RowExpected item={item} />
          </Suspense>
        </>
      );
    }
  }
}
