import { buttonClass, Icon, LogoMark, Note, useToasts } from '@filemill/ui';
import { useMutation } from '@tanstack/react-query';
import { House, Link2Off } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { useSearchParams } from '../../lib/router.js';
import { useLocalNavigate } from '../../lib/use-language.js';
import { resetPassword } from './api/sign-in.js';
import { fieldsOf, MIN_PASSWORD, PasswordField, SubmitButton } from './form-parts.js';
import { useFailure } from './use-form-outcome.js';

function InvalidLink() {
  const { t } = useTranslation('auth');
  return (
    <div className="dialog auth__card">
      <span className="auth__key">
        <Icon of={Link2Off} />
      </span>
      <h1>{t('reset.invalid.title')}</h1>
      <p className="muted">{t('reset.invalid.text')}</p>
      <p className="auth__out">
        <LocalLink className={buttonClass({ look: 'accent', size: 'large', block: true })} to={paths.home}>
          <Icon of={House} />
          {t('reset.invalid.home')}
        </LocalLink>
      </p>
    </div>
  );
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const { show } = useToasts();
  const navigate = useLocalNavigate();
  const failure = useFailure(t('reset.failed.title'), t('reset.failed.text'));
  const { mutate, isPending } = useMutation({
    mutationFn: resetPassword,
    onMutate: failure.clear,
    onError: failure.report,
    onSuccess: () => {
      show('success', t('reset.done.title'), t('reset.done.text'));
      navigate(paths.auth, { replace: true });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { password, repeated } = fieldsOf(event, 'password', 'repeated');
    if (password !== repeated) return show('danger', t('reset.mismatch.title'), t('reset.mismatch.text'));
    if (password.length < MIN_PASSWORD) {
      return show('danger', t('reset.short.title'), t('reset.short.text', { count: MIN_PASSWORD }));
    }
    if (!isPending) mutate({ token, password });
  };
  return (
    <div className="dialog auth__card">
      <LogoMark className="dialog__mark" />
      <h1>{t('reset.title')}</h1>
      <p className="muted">{t('reset.lead')}</p>
      {failure.text && <Note tone="danger">{failure.text}</Note>}
      {/* Toasts show both rules in our wording; otherwise the browser's own messages would appear first. */}
      <form method="post" onSubmit={submit} noValidate>
        <PasswordField label={t('reset.new')} name="password" autoComplete="new-password" />
        <PasswordField label={t('reset.confirm')} name="repeated" autoComplete="new-password" />
        <SubmitButton label={t('reset.submit')} busyLabel={t('reset.busy')} busy={isPending} />
      </form>
    </div>
  );
}

/** A new password, by the link of a mail. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return <section className="page auth">{token ? <NewPassword token={token} /> : <InvalidLink />}</section>;
}
