import type { ActivityRow } from '@filemill/api';
import { KindMark, Pair, Tile } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { useKindOf } from '../hooks/use-kind-of.js';

/** The pair as it is read and copied: `PNG → WEBP`. */
const BETWEEN = ' → ';

/** What a row was about: the mark of its kind, and the formats. */
export function RowFormats({ row }: { row: ActivityRow }) {
  const { t } = useTranslation();
  const kindOf = useKindOf();
  const { conversionType: kind, originalFormat, outputFormat } = row;
  return (
    <span className="hpair">
      <KindMark kind={kind} />
      <span className="vh">{t(`kinds.${kind}`)}</span>
      <Pair
        from={<Tile kind={kindOf(originalFormat) ?? kind}>{originalFormat.toUpperCase()}</Tile>}
        to={BETWEEN}
        target={<Tile kind={kindOf(outputFormat) ?? kind}>{outputFormat.toUpperCase()}</Tile>}
      />
    </span>
  );
}
