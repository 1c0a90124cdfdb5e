import { useTranslation } from 'react-i18next';

/** When the figures were read. @param at - Unix ms */
export function Updated({ at }: { at: number }) {
  const { t, i18n } = useTranslation('system');
  if (at === 0) return null;
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' }).format(at);
  return (
    <span className="small muted nowrap">
      <span className="vh">{t('updated')}</span> {time}
    </span>
  );
}
