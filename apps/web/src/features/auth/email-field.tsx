import { Field, Input } from '@filemill/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

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
