import { quotaMessage } from '@filemill/plans';
import { Badge, Card } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import type { Editor } from '../use-draft.js';
import { ChangeList } from './change-list.js';

/** What would change, and the sentence that users would read at the new limit. */
export function Preview({ editor }: { editor: Editor }) {
  const { t } = useTranslation('settings');
  const { changes, table } = editor.draft;
  const limit = table?.free.conversions.total ?? 0;
  return (
    <Card
      title={t('preview.title')}
      action={
        changes.length > 0 && <Badge tone="accent">{t('preview.count', { count: changes.length })}</Badge>
      }
      className="prev"
    >
      <div aria-live="polite">
        {changes.length === 0 ? (
          <p className="muted">{t('preview.none')}</p>
        ) : (
          <ChangeList changes={changes} />
        )}
      </div>
      {table && (
        <>
          <h3 className="label">{t('preview.message')}</h3>
          <p className="pv mono" lang="en">
            {quotaMessage(table, 'free', { used: limit, limit })}
          </p>
        </>
      )}
    </Card>
  );
}
