import '../../../styles/history.css';
import type { ActivityRow } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { Badge, type BadgeTone, Button, buttonClass, CategoryMark, cx, Icon, Pair, Tile } from '@filemill/ui';
import { formatClock, joinList } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download, History, type LucideIcon, RotateCcw, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { formatsQuery } from '../../../lib/api/catalogue.js';
import { LocalLink } from '../../../lib/local-link.js';
import { askForPreset } from '../../../lib/preset.js';
import { useNow } from '../../../lib/use-now.js';
import { useOptionWords } from '../../../lib/use-option-texts.js';
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

/** The settings of a row in words, and the way to the converter with them; nothing if it had none. */
export function RowOptions({ row: { options, originalFormat, outputFormat } }: { row: ActivityRow }) {
  const { t, i18n } = useTranslation('history');
  const words = joinList(useOptionWords(options), i18n.language);
  if (words === '') return null;
  return (
    <span className="hopts">
      <span className="hopts__w small muted" title={words}>
        {words}
      </span>
      <LocalLink
        className={buttonClass({ look: 'ghost', size: 'small' })}
        to={paths.dashboard}
        onClick={() => askForPreset({ target: outputFormat, options })}
      >
        <Icon of={RotateCcw} />
        {t('again')}
        <span className="vh">
          {originalFormat.toUpperCase()} → {outputFormat.toUpperCase()}
        </span>
      </LocalLink>
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
