import { Icon } from '@filemill/ui';
import { LANGUAGES, languageOf } from '@filemill/web-client';
import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { storeAdminLanguage } from '../../lib/language.js';

/** The languages by their own names. The system's own list: it needs no code and suits every device. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <span className="lang btn btn--ghost">
      <Icon of={Globe} />
      <select
        aria-label={t('header.language')}
        value={i18n.language}
        onChange={(event) => {
          const id = languageOf(event.currentTarget.value);
          if (!id) return;
          storeAdminLanguage(id);
          void i18n.changeLanguage(id);
        }}
      >
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="lang__chevron" />
    </span>
  );
}
