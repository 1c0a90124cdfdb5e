import { buttonClass, Icon } from '@filemill/ui';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicOrigin } from '../../lib/public-origin.js';
import { CodeBlock } from './code-block.js';
import {
  type Program,
  type ProgramLanguage,
  programFor,
  REQUIREMENTS,
  RUNNERS,
  SCRIPTS,
} from './programs.js';

/** A link to a file that is in the page already. */
function DownloadLink({ program, label }: { program: Program; label: string }) {
  return (
    <a
      className={buttonClass({ look: 'inkLine', size: 'small' })}
      download={program.name}
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(program.code)}`}
    >
      <Icon of={Download} />
      {label}
    </a>
  );
}

function Script({ language, children }: { language: ProgramLanguage; children: ReactNode }) {
  const { t } = useTranslation('docs');
  const program = programFor(SCRIPTS[language], usePublicOrigin());
  const run = `${RUNNERS[language]} ${program.name}`;
  const usage = [
    'export API_KEY=…',
    `${run} --to webp photo.png`,
    `${run} --to pdf --out results *.docx`,
    `${run} --to jpg --quality 80 --out results *.heic`,
  ].join('\n');
  return (
    <section className="docs-section">
      <h2>{t(`scripts.${language}`)}</h2>
      {children}
      <CodeBlock name={t('scripts.usage')} language="shell" code={usage} />
      <CodeBlock
        {...program}
        language={language}
        action={<DownloadLink program={program} label={t('scripts.download', { name: program.name })} />}
      />
    </section>
  );
}

const SETTINGS = { '--to': 'to', '--out': 'out', '--quality': 'quality', '--options': 'json' } as const;

/** Scripts of one file, for the command line. */
export function ScriptsTab() {
  const { t } = useTranslation('docs');
  return (
    <div className="docs-part">
      <p className="docs-text">{t('scripts.text')}</p>
      <section className="docs-section">
        <h2>{t('scripts.options')}</h2>
        <dl className="docs-settings">
          {Object.entries(SETTINGS).map(([name, key]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>{t(`scripts.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Script language="node">
        <p className="docs-text">{t('scripts.nodeNeeds')}</p>
      </Script>
      <Script language="python">
        <p className="docs-text">{t('scripts.pythonNeeds')}</p>
        <CodeBlock {...REQUIREMENTS} language="shell" />
      </Script>
    </div>
  );
}
