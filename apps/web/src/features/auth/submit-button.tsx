import { Button, Stone } from '@filemill/ui';
import { useHydrated } from '../../lib/use-hydrated.js';

interface SubmitButtonProps {
  label: string;
  /** The same verb while it runs. */
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
}

/** The submit button of a form. Disabled until hydration: a form sent by the browser itself would be lost. */
export function SubmitButton({ label, busyLabel, busy, disabled = false }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      look="accent"
      size="large"
      block
      disabled={disabled || !isHydrated}
      aria-busy={busy}
    >
      {busy && <Stone className="btn__stone" />}
      {busy ? busyLabel : label}
    </Button>
  );
}
