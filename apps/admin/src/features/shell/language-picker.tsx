import { LANGUAGES } from '@filemill/product';
import { LanguageSelect } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { storeAdminLanguage } from '../../lib/language.js';

/** Shows the application in another language and remembers the choice. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <LanguageSelect
      label={t('header.language')}
      languages={LANGUAGES}
      value={i18n.language}
      onChange={(id) => {
        storeAdminLanguage(id);
        void i18n.changeLanguage(id);
      }}
    />
  );
}
