import { quotaMessage } from '@filemill/plans';
import { Badge, Card } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import type { Change } from '../draft/fields.js';
import type { Editor } from '../draft/use-draft.js';
import { fieldLabel, useValueText } from '../texts.js';

/** What differs, with the values before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('settings');
  const valueText = useValueText();
  return (
    <ul className="chg">
      {changes.map(({ plan, field, before, after }) => (
        <li key={`${plan}.${field}`} className="pv">
          <span className="muted small">
            {t(`plan.${plan}`)} · {fieldLabel(t, field)}
          </span>
          <span>
            <s>{valueText(field, before)}</s> <span className="vh">{t('becomes')}</span>
            <b>{valueText(field, after)}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

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
