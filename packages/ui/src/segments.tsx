import { RadioGroup } from 'radix-ui';

interface SegmentsProps {
  /** Label for screen readers. */
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A choice of one from two or three, all visible. */
export function Segments({ label, options, value, onChange }: SegmentsProps) {
  return (
    <RadioGroup.Root className="seg" aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
