import { Button, Icon, Note, useToasts } from '@filemill/ui';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotPassword } from './api/sign-in.js';
import { EmailField, fieldsOf, SubmitButton } from './form-parts.js';
import { useFailure } from './use-form-outcome.js';

/** Asks for a mail with a link to set a new password. Closes back to the sign-in. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('auth');
  const { show } = useToasts();
  const failure = useFailure(t('forgot.failed.title'), t('forgot.failed.text'));
  const { mutate, isPending } = useMutation({
    mutationFn: forgotPassword,
    onMutate: failure.clear,
    onError: failure.report,
    onSuccess: () => {
      show('success', t('forgot.done.title'), t('forgot.done.text'));
      onBack();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { email } = fieldsOf(event, 'email');
    if (!isPending) mutate(email);
  };
  return (
    <>
      {failure.text && <Note tone="danger">{failure.text}</Note>}
      <form method="post" onSubmit={submit}>
        <EmailField />
        <SubmitButton label={t('forgot.submit')} busyLabel={t('forgot.busy')} busy={isPending} />
        <Button look="ghost" block onClick={onBack}>
          <Icon of={ArrowLeft} />
          {t('forgot.back')}
        </Button>
      </form>
    </>
  );
}
