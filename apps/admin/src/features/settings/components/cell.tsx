import { Input } from '@filemill/ui';
import { useId } from 'react';

interface CellProps {
  /** Row and column, read aloud. */
  label: string;
  value: string;
  isChanged: boolean;
  /** Words, and not a number. */
  isText?: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** One input of the plan table. */
export function Cell({ label, value, isChanged, isText = false, error, onChange }: CellProps) {
  const errorId = useId();
  return (
    <span className="cell">
      <Input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        inputMode={isText ? 'text' : 'numeric'}
        autoComplete="off"
        className={isChanged ? 'is-changed' : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && (
        <span className="help help--error" id={errorId}>
          {error}
        </span>
      )}
    </span>
  );
}
