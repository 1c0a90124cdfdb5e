import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../field-label.js';
import type { Change } from '../model/fields.js';
import { useValueText } from '../use-value-text.js';

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
