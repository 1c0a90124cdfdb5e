import { Dialog, Icon } from '@filemill/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthMode } from '../../lib/use-auth-dialog.js';
import { AuthForms, AuthLead } from './auth-forms.js';

interface AuthDialogProps {
  mode: AuthMode;
  onMode: (mode: AuthMode) => void;
  onClose: () => void;
}

/** Sign-in and registration over the home page; the reset is nested and closes back to the sign-in. */
export function AuthDialog({ mode, onMode, onClose }: AuthDialogProps) {
  const { t } = useTranslation('auth');
  const [isForgot, setForgot] = useState(false);
  const view = isForgot ? 'forgot' : mode;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${view}.title`)}
      description={<AuthLead view={view} onMode={onMode} />}
      closeLabel={t('close')}
      {...(isForgot && {
        mark: (
          <span className="auth__key">
            <Icon of={KeyRound} />
          </span>
        ),
      })}
    >
      <AuthForms
        key={view}
        view={view}
        onView={(next) => {
          setForgot(next === 'forgot');
          if (next !== 'forgot' && next !== mode) onMode(next);
        }}
      />
    </Dialog>
  );
}
