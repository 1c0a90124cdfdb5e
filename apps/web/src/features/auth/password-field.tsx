import { Field, PasswordInput } from '@filemill/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** From the specification; the server asks for the same. */
export const MIN_PASSWORD = 6;
/** The server takes no longer one. */
const MAX_PASSWORD = 128;

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  aside?: ReactNode;
  error?: string | undefined;
}

/** A password; a new one says how long it must be. */
export function PasswordField({ label, name, autoComplete, aside, error }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const isNew = autoComplete === 'new-password';
  return (
    <Field
      label={label}
      aside={aside}
      error={error}
      hint={isNew && t('password.hint', { count: MIN_PASSWORD })}
    >
      {(control) => (
        <PasswordInput
          {...control}
          tall
          required
          name={name}
          autoComplete={autoComplete}
          minLength={isNew ? MIN_PASSWORD : undefined}
          maxLength={MAX_PASSWORD}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
        />
      )}
    </Field>
  );
}
