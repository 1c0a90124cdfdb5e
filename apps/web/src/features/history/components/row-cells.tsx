import '../../../styles/history.css';
import type { ActivityRow } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { Badge, type BadgeTone, Button, CategoryMark, cx, Icon, Pair, Tile } from '@filemill/ui';
import { formatClock } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download, History, type LucideIcon, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../../lib/api/catalogue.js';
import { useNow } from '../../../lib/use-now.js';
import { useResultDownload } from '../hooks/use-result-download.js';
import { isSoonGone, leftMs, resultState } from '../model/row.js';

/** Finds the category of a format in the catalogue, for the colour of its tile; undefined if unknown. */
function useCategoryOf(): (format: string) => Category | undefined {
  const { data: catalogue } = useQuery(formatsQuery);
  return (format) => CATEGORIES.find((category) => catalogue?.[category]?.formats.includes(format));
}

/** The pair as it is read and copied: `PNG → WEBP`. */
const BETWEEN = ' → ';

/** What a row was about: the mark of its category, and the formats. */
export function RowFormats({ row }: { row: ActivityRow }) {
  const { t } = useTranslation();
  const categoryOf = useCategoryOf();
  const { conversionType: category, originalFormat, outputFormat } = row;
  return (
    <span className="hpair">
      <CategoryMark category={category} />
      <span className="vh">{t(`categories.${category}`)}</span>
      <Pair
        from={<Tile category={categoryOf(originalFormat) ?? category}>{originalFormat.toUpperCase()}</Tile>}
        to={BETWEEN}
        target={<Tile category={categoryOf(outputFormat) ?? category}>{outputFormat.toUpperCase()}</Tile>}
      />
    </span>
  );
}

const LOOKS: Record<ActivityRow['status'], { tone: BadgeTone; icon: LucideIcon }> = {
  success: { tone: 'success', icon: CircleCheck },
  pending: { tone: 'accent', icon: Timer },
  failed: { tone: 'danger', icon: CircleAlert },
};

/** The status of a conversion. */
export function StatusBadge({ status }: Pick<ActivityRow, 'status'>) {
  const { t } = useTranslation('history');
  return (
    <Badge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}

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
