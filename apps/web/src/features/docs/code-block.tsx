import { CopyButton, useToasts } from '@filemill/ui';
import { createElement, Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type CodeLanguage = 'node' | 'python' | 'shell' | 'json';

const JS_WORDS =
  'async await catch const do else export for from function if import in let new of return throw try while';
const PYTHON_WORDS =
  'and as break class def else except False for from if import in is lambda None not or raise return True try while with yield';
const words = (list: string) => `\\b(?:${list.replaceAll(' ', '|')})\\b`;

const STRING = String.raw`'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?`;
/** Comment, string, word; the first match wins. Unterminated ones end with the line, or with the text. */
const PARTS: Readonly<Record<CodeLanguage, RegExp>> = {
  node: new RegExp(
    String.raw`(\/\*[^*]*(?:\*+[^*/][^*]*)*(?:\*+\/)?|\/\/.*|^#!.*)|(${STRING}|${'`'}(?:\\.|[^${'`'}\\])*${'`'}?)|(${words(JS_WORDS)})`,
    'gm',
  ),
  python: new RegExp(`("""[^"]*(?:""?[^"]+)*(?:""")?|#.*)|(${STRING})|(${words(PYTHON_WORDS)})`, 'gm'),
  shell: new RegExp(String.raw`(#.*)|(${STRING})|((?<!.)(?:curl|node|python3|pip|export)\b)`, 'g'),
  json: /($^)|("(?:\\.|[^"\\])*"?)|(\b(?:true|false|null)\b)/gm,
};

/** Comments, strings and words of the language in their colours. */
export function Highlighted({ code, language }: { code: string; language: CodeLanguage }) {
  const pieces: (string | ReturnType<typeof createElement>)[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS[language])) {
    const [text, comment, string] = match;
    if (text === '') continue;
    // Of the strings of JSON, names alone are coloured.
    if (language === 'json' && string !== undefined && code[match.index + text.length] !== ':') continue;
    pieces.push(code.slice(end, match.index));
    const kind = comment !== undefined ? 'comment' : string !== undefined ? 'string' : 'word';
    pieces.push(createElement('span', { className: `code-${kind}` }, text));
    end = match.index + text.length;
  }
  // As arguments, not as a list: their order never changes, so they need no keys.
  return createElement(Fragment, null, ...pieces, code.slice(end));
}

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
