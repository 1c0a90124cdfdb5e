import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.js';
import { Icon } from './icon.js';

/** How long the button says that it has copied, ms. */
const COPIED_MS = 2_000;

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  text: string;
  labels: { copy: string; copied: string };
  onCopied?: () => void;
  /** The browser may refuse it. */
  onFailed?: (error: unknown) => void;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, labels, onCopied, onFailed, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch (error) {
      onFailed?.(error);
    }
  };
  return (
    <Button size="small" {...rest} onClick={() => void copy()} aria-live="polite">
      <Icon of={isCopied ? Check : Copy} />
      {isCopied ? labels.copied : labels.copy}
    </Button>
  );
}
