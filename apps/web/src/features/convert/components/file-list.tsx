import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { FileRow } from './file-row.js';
import { LongFileList } from './long-file-list.js';

/** Above this many, only the rows in view are drawn. */
const LONG_LIST = 50;

/** The listed files. */
export function FileList({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const { items, mode, actions, queue, combining } = converter;
  if (items.length > LONG_LIST) return <LongFileList converter={converter} />;
  return (
    <ul className="rows" aria-label={t('list')}>
      {items.map((item) => (
        <FileRow
          key={item.id}
          item={item}
          mode={mode}
          isOwn={item.owner === queue.caller}
          actions={actions}
          isCombining={combining !== undefined}
        />
      ))}
    </ul>
  );
}
