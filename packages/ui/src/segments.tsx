import { RadioGroup } from 'radix-ui';

interface SegmentsProps {
  /** Label for screen readers. */
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** Id of a text about the choice. */
  describedBy?: string | undefined;
}

/** A choice of one from two or three, all visible. */
export function Segments({ label, options, value, onChange, describedBy }: SegmentsProps) {
  return (
    <RadioGroup.Root
      className="seg"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onValueChange={onChange}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
