import { formatBytes, formatClock } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import type { Expectation } from '../model/expectation.js';

const SECOND_MS = 1_000;

/** Expected size and time, next to the buttons of the settings; empty without a measurement. */
export function Expected({ expectation }: { expectation: Expectation | undefined }) {
  const { t, i18n } = useTranslation('convert');
  if (!expectation) return null;
  const { fromBytes, toBytes, seconds } = expectation;
  const size = formatBytes(toBytes, i18n.language);
  const from = formatBytes(fromBytes, i18n.language);
  const time = formatClock(Math.max(1, Math.round(seconds)) * SECOND_MS);
  return (
    <p className="small" title={t('options.expectedBy')}>
      <b className="strong">{t('options.expected', { size })}</b>
      <span className="muted block">{t('options.expectedFrom', { from, time })}</span>
    </p>
  );
}
