import { LANGUAGES } from '@filemill/product';
import { LanguageSelect } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { useChooseLanguage, useLanguage } from '../../lib/use-language.js';

/** Shows the same page in another language. */
export function LanguagePicker() {
  const { t } = useTranslation();
  return (
    <LanguageSelect
      label={t('language.pick')}
      languages={LANGUAGES}
      value={useLanguage()}
      onChange={useChooseLanguage()}
    />
  );
}
