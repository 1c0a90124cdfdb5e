import { Icon } from '@filemill/ui';
import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n.js';
import { LANGUAGES } from '../../lib/languages.js';

/** The languages that have all texts. The system's own list: it needs no code and suits every device. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <span className="lang btn btn--ghost">
      <Icon of={Globe} />
      <select
        aria-label={t('language.pick')}
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="lang__chevron" />
    </span>
  );
}
