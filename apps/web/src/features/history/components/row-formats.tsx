import type { ActivityRow } from '@filemill/api';
import { CategoryMark, Pair, Tile } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { useCategoryOf } from '../hooks/use-category-of.js';

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
