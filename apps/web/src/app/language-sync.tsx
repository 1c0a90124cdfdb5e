import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/use-language.js';

/** Lets the texts follow the language of the path; they change once the new ones are loaded. */
export function LanguageSync() {
  const { i18n } = useTranslation();
  const language = useLanguage();
  useEffect(() => {
    const apply = () => {
      document.documentElement.lang = i18n.language;
    };
    i18n.on('languageChanged', apply);
    if (i18n.language === language) apply();
    else void i18n.changeLanguage(language);
    return () => i18n.off('languageChanged', apply);
  }, [i18n, language]);
  return null;
}
