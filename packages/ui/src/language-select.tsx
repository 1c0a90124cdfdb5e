import { ChevronDown, Globe } from 'lucide-react';
import { Icon } from './icon.js';

interface LanguageSelectProps<Id extends string> {
  /** Label for screen readers. */
  label: string;
  /** By their own names. */
  languages: readonly { readonly id: Id; readonly name: string }[];
  value: string;
  onChange: (id: Id) => void;
}

/** The languages by their own names. The system's own list: it needs no code and suits every device. */
export function LanguageSelect<Id extends string>({
  label,
  languages,
  value,
  onChange,
}: LanguageSelectProps<Id>) {
  return (
    <span className="lang btn btn--ghost">
      <Icon of={Globe} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = languages.find(({ id }) => id === event.currentTarget.value);
          if (chosen) onChange(chosen.id);
        }}
      >
        {languages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="lang__chevron" />
    </span>
  );
}
