import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.js';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Beside the label: a link, a unit. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to correct it; absent while the value is valid. */
  error?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label above, and its hint and error below. */
export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : '', hint ? hintId : ''].filter((part) => part !== '').join(' ');
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="help" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="help help--error" id={errorId} role="alert">
          <Icon of={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  );
}
