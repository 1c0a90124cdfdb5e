import { Icon } from '@filemill/ui';
import { LANGUAGES, languageOf } from '@filemill/web-client';
import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChooseLanguage, useLanguage } from '../../lib/use-language.js';

/** The languages by their own names. The system's own list: it needs no code and suits every device. */
export function LanguagePicker() {
  const { t } = useTranslation();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <span className="lang btn btn--ghost">
      <Icon of={Globe} />
      <select
        aria-label={t('language.pick')}
        value={language}
        onChange={(event) => {
          const id = languageOf(event.currentTarget.value);
          if (id) choose(id);
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
