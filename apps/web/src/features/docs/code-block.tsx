import { CopyButton, useToasts } from '@filemill/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeLanguage, Highlighted } from './highlighted.js';

interface CodeBlockProps {
  code: string;
  /** Shown above the code: the name of the file, or what the command does. */
  name: string;
  language: CodeLanguage;
  /** Beside the copy button. */
  action?: ReactNode;
}

/** Code on ink, with a button that copies it. */
export function CodeBlock({ code, name, language, action }: CodeBlockProps) {
  const { t } = useTranslation('docs');
  const toasts = useToasts();
  return (
    <figure className="docs-code on-ink">
      <figcaption>
        <span className="mono">{name}</span>
        {action}
        <CopyButton
          text={code}
          look="inkLine"
          labels={{ copy: t('copy.copy'), copied: t('copy.copied') }}
          onCopied={() => toasts.show('success', t('copy.copied'), t('copy.text'))}
          onFailed={() => toasts.show('danger', t('copy.failedTitle'), t('copy.failed'))}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} lang="en">
        <code>
          <Highlighted code={code} language={language} />
        </code>
      </pre>
    </figure>
  );
}
