import { HEADER_NAMES } from '@filemill/product';
import { Note } from '@filemill/ui';
import { routeAddress } from '@filemill/web-client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicOrigin } from '../../lib/public-origin.js';
import { CodeBlock } from './code-block.js';
import { FormatsList } from './formats-list.js';
import { PlansTable } from './plans-table.js';

const FEATURES = ['sync', 'async', 'options', 'idempotency', 'losses', 'delete'] as const;

const ERROR = `{
  "status": "error",
  "message": "The file is damaged or is not what its name says.",
  "error": {
    "code": "file_corrupt",
    "message": "The file is damaged or is not what its name says.",
    "requestId": "0197f3a2-6c1e-7d3b-9a54-2f1c8e0b7d66"
  }
}`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="docs-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What one must know before the first call. */
export function OverviewTab() {
  const { t } = useTranslation('docs');
  const origin = usePublicOrigin();
  const check = `curl ${origin}${routeAddress('/api/validate-key')} -H "${HEADER_NAMES.apiKey}: $API_KEY"`;
  const convert = `curl ${origin}${routeAddress('/api/convert/{kind}', { params: { kind: 'image' } })} \\
  -H "${HEADER_NAMES.apiKey}: $API_KEY" \\
  -F outputFormat=webp \\
  -F quality=80 \\
  -F file=@photo.png

# {"status":"success","conversionId":"…","downloadUrl":"/api/download/…","conversion":{…}}
curl -OJ -H "${HEADER_NAMES.apiKey}: $API_KEY" "${origin}<downloadUrl>"`;
  return (
    <div className="docs-part">
      <div className="docs-two">
        <Part title={t('overview.base.title')}>
          <p className="docs-text">{t('overview.base.text')}</p>
          <CodeBlock name={t('overview.base.title')} language="shell" code={origin} />
        </Part>
        <Part title={t('overview.key.title')}>
          <p className="docs-text">{t('overview.key.text')}</p>
          <CodeBlock name={t('overview.key.check')} language="shell" code={check} />
          <Note tone="warning">{t('overview.key.secret')}</Note>
        </Part>
      </div>
      <Part title={t('overview.call.title')}>
        <p className="docs-text">{t('overview.call.text')}</p>
        <CodeBlock name="shell" language="shell" code={convert} />
      </Part>
      <Part title={t('overview.features.title')}>
        <ul className="docs-features">
          {FEATURES.map((id) => (
            <li key={id}>
              <h3>{t(`overview.features.${id}`)}</h3>
              <p>{t(`overview.features.${id}Text`)}</p>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('overview.plans.title')}>
        <p className="docs-text">{t('overview.plans.text')}</p>
        <PlansTable />
      </Part>
      <Part title={t('overview.formats.title')}>
        <p className="docs-text">{t('overview.formats.text')}</p>
        <FormatsList />
      </Part>
      <Part title={t('overview.errors.title')}>
        <p className="docs-text">{t('overview.errors.text')}</p>
        <CodeBlock name="JSON" language="json" code={ERROR} />
        <p className="docs-text">{t('overview.errors.retry')}</p>
      </Part>
    </div>
  );
}
