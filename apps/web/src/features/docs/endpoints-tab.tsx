import { Icon } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApiTexts } from './api-text.js';
import { EndpointDetails } from './endpoint-details.js';
import { LoadState } from './load-state.js';
import { endpointGroups, OPENAPI_PATH, openApiQuery } from './openapi.js';

/** Every public call, from the service's own description. */
export function EndpointsTab() {
  const { t } = useTranslation('docs');
  const query = useQuery(openApiQuery);
  const { ready } = useApiTexts();
  return (
    <div className="docs-part">
      <p className="docs-text">
        {t('endpoints.text')}{' '}
        <a className="link docs-openapi" href={OPENAPI_PATH}>
          <Icon of={FileJson} />
          {t('endpoints.download')}
        </a>
      </p>
      <LoadState query={query} isWaiting={!ready} skeleton="docs-sk--endpoints">
        {(document) =>
          endpointGroups(document).map(({ tag, endpoints }) => (
            <section key={tag} className="docs-section">
              <h2>{t(`endpoints.tags.${tag}`, { defaultValue: tag })}</h2>
              <div className="card docs-card">
                {endpoints.map((endpoint) => (
                  <EndpointDetails
                    key={endpoint.operationId}
                    endpoint={endpoint}
                    schemas={document.components.schemas}
                  />
                ))}
              </div>
            </section>
          ))
        }
      </LoadState>
    </div>
  );
}
