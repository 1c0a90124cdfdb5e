import { Field, Input } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

/** Longest reason that the server takes, characters. */
const MAX_REASON = 500;

/** Why something is done, for the audit log. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t('reason.label')} hint={t('reason.hint')}>
      {(control) => (
        <Input
          {...control}
          tall
          required
          maxLength={MAX_REASON}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
