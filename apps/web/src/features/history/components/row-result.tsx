import type { ActivityRow } from '@filemill/api';
import { Button, cx, Icon } from '@filemill/ui';
import { formatClock } from '@filemill/web-client';
import { Download, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.js';
import { useResultDownload } from '../hooks/use-result-download.js';
import { isSoonGone, leftMs, resultState } from '../model/result.js';

/** The result of a row: its download with the time that is left, `expired` afterwards. */
export function RowResult({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('history');
  const now = useNow();
  const { download, isBusy } = useResultDownload(row);
  const state = resultState(row, now);
  if (state === 'none') return null;
  if (state === 'expired') {
    return (
      <span className="hres__gone">
        <Icon of={History} />
        {t('result.expired')}
      </span>
    );
  }
  return (
    <span className="hres">
      <span className={cx('hres__left', isSoonGone(row, now) && 'is-soon')} title={t('result.deletedIn')}>
        <span className="vh">{t('result.deletedIn')} </span>
        {formatClock(leftMs(row, now))}
      </span>
      <Button size="small" aria-busy={isBusy} onClick={() => void download()}>
        <Icon of={Download} />
        {t('result.download')}
        <span className="vh">
          {row.originalFormat.toUpperCase()} → {row.outputFormat.toUpperCase()}
        </span>
      </Button>
    </span>
  );
}
