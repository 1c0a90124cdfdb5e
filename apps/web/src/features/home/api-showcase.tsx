import type { PathOf, Route } from '@filemill/api';
import { HEADER_NAMES } from '@filemill/product';
import { CopyButton } from '@filemill/ui';
import { routeAddress } from '@filemill/web-client';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicOrigin } from '../../lib/public-origin.js';

const CONVERT = routeAddress('/api/guest/convert');

/** The identity of a guest in an example: 32 to 64 hexadecimal characters that each guest chooses. */
const CURL = (origin: string): string => `# any 32 hexadecimal characters, always the same ones
ME=$(openssl rand -hex 16)

curl ${origin}${CONVERT} \\
  -H "${HEADER_NAMES.fingerprint}: $ME" \\
  -F outputFormat=webp \\
  -F file=@photo.png

# {"success":true,"data":{"conversionId":"…","downloadUrl":"…"}}
curl -OJ "${origin}<downloadUrl>"`;

const NODE = (origin: string): string => `import { openAsBlob } from 'node:fs';
import { randomBytes } from 'node:crypto';

const form = new FormData();
form.set('outputFormat', 'webp');
form.set('file', await openAsBlob('photo.png'), 'photo.png');

const answer = await fetch('${origin}${CONVERT}', {
  method: 'POST',
  headers: { '${HEADER_NAMES.fingerprint}': randomBytes(16).toString('hex') },
  body: form,
});
const { data } = await answer.json();
console.log(data.downloadUrl);`;

/** Programs that work as they stand, against the address from which the page was loaded. */
const SAMPLES = [
  { id: 'curl', name: 'cURL', code: CURL },
  { id: 'node', name: 'Node', code: NODE },
] as const;

/** A call that `packages/api` declares. */
type DeclaredCall = { [M in Route['method']]: { method: M; path: PathOf<M> } }[Route['method']];

/** Calls that a guest may make too. */
const SHOWN_CALLS: readonly DeclaredCall[] = [
  { method: 'POST', path: '/api/guest/convert' },
  { method: 'GET', path: '/api/conversions/{id}' },
  { method: 'GET', path: '/api/conversions/{id}/events' },
  { method: 'GET', path: '/api/download/{id}' },
  { method: 'DELETE', path: '/api/conversions/{id}' },
  { method: 'GET', path: '/api/formats/{input}' },
];
/** The API, shown by what can be called today. */
export function ApiShowcase() {
  const { t } = useTranslation('home');
  const origin = usePublicOrigin();
  const [sampleId, setSampleId] = useState<string>(SAMPLES[0].id);
  const sample = SAMPLES.find(({ id }) => id === sampleId) ?? SAMPLES[0];
  return (
    <section className="apiband on-ink" id="api">
      <div className="page">
        <div className="apiband__copy">
          <h2>{t('api.title')}</h2>
          <p>{t('api.text')}</p>
          <ul className="ends" aria-label={t('api.endpoints')}>
            {SHOWN_CALLS.map(({ method, path }) => (
              <li key={method + path}>
                <b>{method}</b>
                {path}
              </li>
            ))}
          </ul>
        </div>
        <Tabs.Root className="code" value={sampleId} onValueChange={setSampleId}>
          <div className="code__top">
            <Tabs.List className="code__tabs" aria-label={t('api.sample')}>
              {SAMPLES.map(({ id, name }) => (
                <Tabs.Trigger key={id} value={id}>
                  {name}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <CopyButton
              look="inkLine"
              text={sample.code(origin)}
              labels={{ copy: t('api.copy'), copied: t('api.copied') }}
            />
          </div>
          {SAMPLES.map(({ id, code }) => (
            <Tabs.Content key={id} value={id} asChild>
              <pre>
                <code>{code(origin)}</code>
              </pre>
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </div>
    </section>
  );
}
