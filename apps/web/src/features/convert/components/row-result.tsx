import type { ConversionView } from '@filemill/api';
import { cx, Icon } from '@filemill/ui';
import { formatBytes, formatClock, formatPercent } from '@filemill/web-client';
import { CircleCheck, History, Timer } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.js';
import { RowLosses } from './row-losses.js';

/** Below this time the countdown becomes a warning, ms. */
const SOON_MS = 300_000;
/** From here on growth is shown as a multiple. */
const MANY_PERCENT = 1_000;

/** When a result is deleted, by the second. */
export function useExpiry(conversion: ConversionView | undefined): { leftMs: number; expired: boolean } {
  const now = useNow();
  const leftMs = conversion ? Date.parse(conversion.expiresAt) - now : 0;
  return { leftMs, expired: leftMs <= 0 };
}

/** Size of the result against that of the original, never hidden when it grew. */
function useSizeText({ originalSize, convertedSize }: ConversionView): string {
  const { t, i18n } = useTranslation('convert');
  if (convertedSize === null) return t('row.done');
  const size = formatBytes(convertedSize, i18n.language);
  const change = originalSize === 0 ? 0 : (100 * (convertedSize - originalSize)) / originalSize;
  if (Math.abs(change) < 1) return t('row.sameSize', { size });
  if (change < 0) return t('row.smaller', { size, percent: formatPercent(-change) });
  const times = (convertedSize / originalSize).toLocaleString(i18n.language, { maximumFractionDigits: 0 });
  return change < MANY_PERCENT
    ? t('row.larger', { size, percent: formatPercent(change) })
    : t('row.timesLarger', { size, times });
}

/** The state of a finished file: its size, what was lost, and how long it is kept. */
export function RowResult({ conversion }: { conversion: ConversionView }) {
  const { t } = useTranslation('convert');
  const { leftMs, expired } = useExpiry(conversion);
  const size = useSizeText(conversion);
  if (expired) {
    return (
      <p className="state">
        <Icon of={History} />
        {t('row.expired')}
      </p>
    );
  }
  return (
    <>
      <p className="state state--ok">
        <Icon of={CircleCheck} />
        {size}
      </p>
      <p className="meta">
        <span className={cx('cd', leftMs < SOON_MS && 'state--warn')}>
          <Icon of={Timer} />
          {t('row.deletedIn', { time: formatClock(leftMs) })}
        </span>
      </p>
      {conversion.losses.length + conversion.notes.length > 0 && (
        <Suspense>
          <RowLosses losses={conversion.losses} notes={conversion.notes} />
        </Suspense>
      )}
    </>
  );
}
