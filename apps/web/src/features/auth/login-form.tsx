import { Note } from '@filemill/ui';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { login } from './api/sign-in.js';
import { EmailField, fieldsOf, PasswordField, SubmitButton } from './form-parts.js';
import { useEntrance, useFailure } from './use-form-outcome.js';

/** Signs in with e-mail address and password. */
export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const { t } = useTranslation('auth');
  const enter = useEntrance();
  const failure = useFailure(t('login.failed.title'), t('login.failed.text'));
  const { mutate, isPending } = useMutation({
    mutationFn: login,
    onMutate: failure.clear,
    onError: failure.report,
    onSuccess: (answer) => enter(answer, t('login.done.title'), t('login.done.text')),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = fieldsOf(event, 'email', 'password');
    if (!isPending) mutate(fields);
  };
  const forgot = (
    <button type="button" className="link small" onClick={onForgot}>
      {t('login.forgot')}
    </button>
  );
  return (
    <>
      {failure.text && (
        <Note tone="danger">
          <b className="strong">{t('login.failed.title')}</b>
          <br />
          {failure.text}
        </Note>
      )}
      <form method="post" onSubmit={submit}>
        <EmailField />
        <PasswordField
          label={t('password.label')}
          name="password"
          autoComplete="current-password"
          aside={forgot}
        />
        <SubmitButton label={t('login.submit')} busyLabel={t('login.busy')} busy={isPending} />
      </form>
    </>
  );
}
