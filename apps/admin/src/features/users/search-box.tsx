import { Icon, Input } from '@filemill/ui';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Pause in typing before the search is sent, ms. */
const PAUSE_MS = 300;
/** Longest text that the server accepts. */
const MAX_LENGTH = 200;

/** Search field for users. It searches after a pause in typing. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('users');
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <Input
      type="search"
      className="srch"
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      maxLength={MAX_LENGTH}
      lead={<Icon of={Search} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
