import { Switch } from '@filemill/ui';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface Choice {
  readonly analytics: boolean;
  readonly marketing: boolean;
}

interface ConsentPanelProps {
  ref: Ref<HTMLDivElement>;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** The three switches; functional storage cannot be switched off. */
export function ConsentPanel({ ref, choice, onChange }: ConsentPanelProps) {
  const { t } = useTranslation('consent');
  const words = (name: string, text: string) => (
    <>
      <b>{name}</b>
      <small>{text}</small>
    </>
  );
  return (
    <div ref={ref} className="cookie__panel">
      <Switch label={words(t('kinds.functional'), t('kinds.functionalText'))} checked disabled readOnly />
      <Switch
        label={words(t('kinds.analytics'), t('kinds.analyticsText'))}
        checked={choice.analytics}
        onChange={(event) => onChange({ ...choice, analytics: event.currentTarget.checked })}
      />
      <Switch
        label={words(t('kinds.marketing'), t('kinds.marketingText'))}
        checked={choice.marketing}
        onChange={(event) => onChange({ ...choice, marketing: event.currentTarget.checked })}
      />
    </div>
  );
}
