import { type StagePercent, Stages } from '@filemill/ui';
import { formatClock, formatPart, formatPercent } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.js';
import { type Item, itemPercent } from '../model/item.js';

/** Below this share, or before this time, an estimate is not reliable. */
const MIN_PERCENT = 5;
const MIN_ELAPSED_MS = 1_500;

/** Seconds that remain at the pace so far, or undefined while it is too early for an estimate. */
function secondsLeft(percent: number, elapsedMs: number): number | undefined {
  if (percent < MIN_PERCENT || percent >= 100 || elapsedMs < MIN_ELAPSED_MS) return undefined;
  return Math.max(1, Math.ceil((elapsedMs * (100 - percent)) / percent / 1000));
}

type Percents = readonly [StagePercent, StagePercent, StagePercent];

/** The share of each stage; null if it is unknown. */
function percentsOf({ status, sizeBytes, sentBytes, conversion }: Item): Percents {
  if (status === 'uploading') return [sizeBytes === 0 ? 100 : (100 * sentBytes) / sizeBytes, 0, 0];
  if (conversion?.stage === 'storing') return [100, 100, null];
  if (conversion?.stage === 'converting')
    return [100, conversion.progress > 0 ? conversion.progress : null, 0];
  return [100, 0, 0];
}

/** The state of a running file: percent if measured, else the elapsed time. */
export function RowProgress({ item }: { item: Item }) {
  const { t, i18n } = useTranslation('convert');
  const now = useNow();
  const { status, conversion } = item;
  const stage = status === 'uploading' ? 'uploading' : (conversion?.stage ?? 'queued');
  const percents = percentsOf(item);
  const current = percents[stage === 'uploading' ? 0 : stage === 'storing' ? 2 : 1];
  const elapsedMs = Math.max(0, now - item.stageStartedAt);
  const left = current === null ? undefined : secondsLeft(current, elapsedMs);
  const ahead = conversion?.queuePosition ?? 0;
  const known = stage !== 'queued' && current !== null;
  const title = stage === 'queued' && ahead > 0 ? t('row.ahead', { count: ahead }) : t(`row.${stage}`);
  const facts = [
    stage === 'uploading' ? formatPart(item.sentBytes, item.sizeBytes, i18n.language) : undefined,
    known ? undefined : t('row.working', { time: formatClock(elapsedMs) }),
    left === undefined ? undefined : t('row.left', { count: left }),
  ].filter((fact) => fact !== undefined);
  const value = known ? `${title} ${formatPercent(current)}` : title;
  return (
    <>
      <p className="state state--run">
        {title} {known && <span className="pc">{formatPercent(current)}</span>}
      </p>
      <Stages
        percents={percents}
        total={known ? itemPercent(item) : null}
        label={item.name}
        valueText={value}
      />
      <p className="meta">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </>
  );
}
