import { Segments } from '@filemill/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicOrigin } from '../../lib/public-origin.js';
import { CodeBlock } from './code-block.js';
import { EXAMPLES, type ProgramLanguage, programFor, RUNNERS } from './programs.js';

const WAYS = ['sync', 'async'] as const;

/** Complete programs in Node and Python. */
export function ExamplesTab() {
  const { t } = useTranslation('docs');
  const origin = usePublicOrigin();
  const [language, setLanguage] = useState<ProgramLanguage>('node');
  return (
    <div className="docs-part">
      <p className="docs-text">{t('examples.text')}</p>
      <Segments
        label={t('examples.language')}
        value={language}
        onChange={(value) => setLanguage(value === 'python' ? 'python' : 'node')}
        options={[
          { value: 'node', label: 'Node' },
          { value: 'python', label: 'Python' },
        ]}
      />
      {WAYS.map((way) => {
        const program = programFor(EXAMPLES[language][way], origin);
        const command = `API_KEY=… ${RUNNERS[language]} ${program.name} photo.png photo.webp`;
        return (
          <section key={way} className="docs-section">
            <h2>{t(`examples.${way}`)}</h2>
            <p className="docs-text">
              {t(`examples.${way}Text`)} {t('examples.run', { name: program.name })}
            </p>
            <CodeBlock name="shell" language="shell" code={command} />
            <CodeBlock {...program} language={language} />
          </section>
        );
      })}
    </div>
  );
}
