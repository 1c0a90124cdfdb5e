import { Checkbox, Field, Input, Note, useToasts } from '@filemill/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { track } from '../../lib/analytics.js';
import { LocalLink } from '../../lib/local-link.js';
import { register } from './api/sign-in.js';
import { EmailField, fieldsOf, PasswordField, SubmitButton } from './form-parts.js';
import { useEntrance, useFailure } from './use-form-outcome.js';

/** The server takes no longer name. */
const MAX_NAME = 64;

interface AgreementProps {
  /** The text that is agreed to; its page opens beside this one. */
  id: 'privacy' | 'terms';
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Agreement({ id, checked, onChange }: AgreementProps) {
  const { t } = useTranslation('auth');
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      label={
        <Trans
          t={t}
          i18nKey={`register.${id}`}
          components={{ page: <LocalLink className="link" to={paths[id]} target="_blank" /> }}
        />
      }
    />
  );
}

/** Creates an account. Its button needs both check boxes. */
export function RegisterForm() {
  const { t } = useTranslation('auth');
  const { show } = useToasts();
  const [privacy, setPrivacy] = useState(false);
  const [terms, setTerms] = useState(false);
  const enter = useEntrance();
  const failure = useFailure(t('register.failed.title'), t('register.failed.text'));
  const { mutate, isPending } = useMutation({
    mutationFn: register,
    onMutate: failure.clear,
    onError: failure.report,
    onSuccess: (answer) => {
      track({ name: 'registration' });
      enter(answer, t('register.done.title'), t('register.done.text'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = fieldsOf(event, 'email', 'username', 'password');
    if (!isPending) mutate(fields);
  };
  // The button is disabled then, so Enter would do nothing without a message.
  const explain = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    if (!privacy) show('danger', t('register.privacyRequired.title'), t('register.privacyRequired.text'));
    else if (!terms) show('danger', t('register.termsRequired.title'), t('register.termsRequired.text'));
  };
  return (
    <>
      {failure.text && (
        <Note tone="danger">
          <b className="strong">{t('register.failed.title')}</b>
          <br />
          {failure.text}
        </Note>
      )}
      <form method="post" onSubmit={submit} onKeyDown={explain}>
        <EmailField />
        <Field label={t('name')}>
          {(control) => (
            <Input {...control} tall required name="username" autoComplete="name" maxLength={MAX_NAME} />
          )}
        </Field>
        <PasswordField label={t('password.label')} name="password" autoComplete="new-password" />
        <div className="checks">
          <Agreement id="privacy" checked={privacy} onChange={setPrivacy} />
          <Agreement id="terms" checked={terms} onChange={setTerms} />
        </div>
        <SubmitButton
          label={t('register.submit')}
          busyLabel={t('register.busy')}
          busy={isPending}
          disabled={!privacy || !terms}
        />
      </form>
    </>
  );
}
