import { Note } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

/** Says that this is a demo. */
export function DemoNote() {
  const { t } = useTranslation('convert');
  return (
    <div className="demo">
      <Note tone="warning">
        <strong>{t('demo.title')}</strong> {t('demo.text')}
      </Note>
    </div>
  );
}
