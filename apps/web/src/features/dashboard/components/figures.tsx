import type { AnalyticsView } from '@filemill/api';
import { formatCount, formatSeconds } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { isEnough, samplesOf } from '../model/analytics.js';
import { formatMegabytes, formatRate } from '../model/format.js';
import { FigureCard } from './figure-card.js';

/** How long conversions took, how many went well, and how much smaller the files became. */
export function Figures({ analytics }: { analytics: AnalyticsView }) {
  const { t, i18n } = useTranslation('dashboard');
  const { averageSeconds, successRate, sizeSavedMB } = analytics;
  const { completed, ended, megabytes } = samplesOf(analytics);
  const count = (value: number) => formatCount(value, i18n.language);
  const size = (mb: number) => formatMegabytes(mb, i18n.language);
  return (
    <div className="figs">
      <FigureCard
        label={t('analytics.averageTime')}
        value={
          averageSeconds !== null && isEnough(completed)
            ? formatSeconds(averageSeconds, i18n.language)
            : undefined
        }
        basis={t('analytics.overCompleted', { count: completed, n: count(completed) })}
      />
      <FigureCard
        label={t('analytics.successRate')}
        value={successRate !== null && isEnough(ended) ? formatRate(successRate, i18n.language) : undefined}
        basis={t('analytics.overEnded', {
          count: ended,
          n: count(ended),
          failed: count(ended - completed),
        })}
      />
      <FigureCard
        label={t('analytics.sizeSaved')}
        value={isEnough(completed) ? size(sizeSavedMB) : undefined}
        basis={t('analytics.ofSent', { size: size(megabytes) })}
      />
    </div>
  );
}
