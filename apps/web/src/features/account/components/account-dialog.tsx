import type { UserView } from '@filemill/api';
import type { AccountAction } from '../action.js';
import { DeleteAccount } from './delete-account.js';
import { CancelSubscription, ResumeSubscription, RotateKey } from './questions.js';

const DIALOGS: Record<AccountAction, typeof RotateKey> = {
  rotateKey: RotateKey,
  cancel: CancelSubscription,
  resume: ResumeSubscription,
  delete: DeleteAccount,
};

interface AccountDialogProps {
  /** The chosen action; null if there is none. */
  action: AccountAction | null;
  user: UserView;
  onClose: () => void;
}

/** The confirmation before an action runs. */
export function AccountDialog({ action, user, onClose }: AccountDialogProps) {
  if (action === null) return null;
  const Shown = DIALOGS[action];
  return <Shown user={user} onClose={onClose} />;
}
