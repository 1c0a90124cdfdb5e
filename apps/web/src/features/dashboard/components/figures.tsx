import type { AnalyticsView } from '@filemill/api';
import { formatCount, formatSeconds } from '@filemill/web-client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnough, samplesOf } from '../model/analytics.js';
import { formatMegabytes, formatRate } from '../model/format.js';

interface FigureCardProps {
  label: string;
  /** Undefined where too little was measured. */
  value: string | undefined;
  /** What was counted. */
  basis: ReactNode;
}

/** One measured figure, and on what it was measured. */
function FigureCard({ label, value, basis }: FigureCardProps) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="card fig">
      <h3>{label}</h3>
      {value === undefined ? (
        <p className="fig__none">{t('analytics.notEnough')}</p>
      ) : (
        <p className="fig__value">{value}</p>
      )}
      <p className="small muted">{basis}</p>
    </div>
  );
}

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
