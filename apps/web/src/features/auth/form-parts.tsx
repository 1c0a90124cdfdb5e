import '../../styles/auth.css';
import { Button, Field, Input, PasswordInput, Stone } from '@filemill/ui';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../../lib/use-hydrated.js';

/**
 * The values of a form. Read from the form itself, so that text typed before hydration, also by a password manager, is
 * included.
 */
export function fieldsOf<K extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: K[]
): Record<K, string> {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<K, string>;
}

/** By RFC 5321, 4.5.3.1.3. */
const MAX_EMAIL = 254;

/** The e-mail address that names an account: the first field of each form, which has the focus when the form appears. */
export function EmailField() {
  const { t } = useTranslation('auth');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <Field label={t('email')}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          tall
          required
          name="email"
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL}
        />
      )}
    </Field>
  );
}

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

interface SubmitButtonProps {
  label: string;
  /** The same verb while it runs. */
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
}

/** The submit button of a form. Disabled until hydration: a form sent by the browser itself would be lost. */
export function SubmitButton({ label, busyLabel, busy, disabled = false }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      look="accent"
      size="large"
      block
      disabled={disabled || !isHydrated}
      aria-busy={busy}
    >
      {busy && <Stone className="btn__stone" />}
      {busy ? busyLabel : label}
    </Button>
  );
}
