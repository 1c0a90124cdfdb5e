import type { UserView } from '@filemill/api';
import { ConfirmDialog, Field, PasswordInput, useToasts } from '@filemill/ui';
import { ApiError, endSession } from '@filemill/web-client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount } from '../api/account.js';
import { useRefusal } from '../use-account-actions.js';

/** Asks for the password before the account is deleted; a wrong one is shown at its field. */
export function DeleteAccount({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { t } = useTranslation(['account', 'errors']);
  const { show } = useToasts();
  const refusal = useRefusal();
  const [password, setPassword] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => deleteAccount(password),
    onSuccess: () => {
      show('success', t('delete.doneTitle'), t('delete.done'));
      endSession();
    },
  });
  const isWrong = error instanceof ApiError && error.code === 'password_wrong';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => mutate()}
      title={t('delete.title')}
      text={user.plan === 'pro' ? t('delete.textPro') : t('delete.text')}
      confirm={isPending ? t('delete.busy') : t('delete.confirm')}
      cancel={t('dialog.keep')}
      closeLabel={t('dialog.close')}
      danger
      busy={isPending}
      disabled={password === ''}
    >
      {/* So that password managers know whose password is asked for. */}
      <input
        className="vh"
        type="email"
        autoComplete="username"
        value={user.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        label={t('delete.password')}
        error={error && (isWrong ? t('errors:password_wrong') : refusal(error))}
      >
        {(control) => (
          <PasswordInput
            {...control}
            tall
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              if (error) reset();
            }}
            showLabel={t('delete.show')}
            hideLabel={t('delete.hide')}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
