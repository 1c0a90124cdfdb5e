import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Stone } from './stone.js';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** The button names the result: `Delete account`. */
  confirm: string;
  cancel: string;
  closeLabel: string;
  danger?: boolean;
  /** While it is being done. */
  busy?: boolean;
  /** Not yet possible: a reason or a password is missing. */
  disabled?: boolean;
  /** A field for a reason or a password. */
  children?: ReactNode;
}

/** Asks before something that cannot easily be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, text, confirm, cancel, closeLabel } = props;
  const { danger = false, busy = false, disabled = false, children } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={closeLabel}
      mark={null}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onConfirm();
        }}
      >
        {children}
        <div className="dialog__actions">
          <Button look="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            look={danger ? 'danger' : 'accent'}
            disabled={disabled}
            aria-busy={busy || undefined}
          >
            {busy && <Stone className="btn__stone" />}
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
