import { RadioGroup } from 'radix-ui';

interface SegmentsProps {
  /** What is chosen, read aloud. */
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One of two or three, all in sight. */
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
