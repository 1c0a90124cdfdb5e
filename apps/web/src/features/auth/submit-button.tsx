import { Button, Stone } from '@filemill/ui';

interface SubmitButtonProps {
  label: string;
  /** The same verb while it runs. */
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
}

/** The one action of a form. */
export function SubmitButton({ label, busyLabel, busy, disabled = false }: SubmitButtonProps) {
  return (
    <Button type="submit" look="accent" size="large" block disabled={disabled} aria-busy={busy}>
      {busy && <Stone className="btn__stone" />}
      {busy ? busyLabel : label}
    </Button>
  );
}
