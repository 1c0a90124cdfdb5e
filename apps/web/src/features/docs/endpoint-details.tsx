import { Icon } from '@filemill/ui';
import { joinList } from '@filemill/web-client';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '../../lib/router.js';
import { ApiText } from './api-text.js';
import { EndpointAnswers } from './endpoint-answers.js';
import { FieldsTable } from './fields-table.js';
import { type Endpoint, type OpenApi, schemaOf } from './openapi.js';
import { fieldsOf, typeText } from './schema-fields.js';

interface EndpointDetailsProps {
  endpoint: Endpoint;
  schemas: OpenApi['components']['schemas'];
}

/** A call in one line; opened, all that is known about it. Its name in the address opens it. */
export function EndpointDetails({ endpoint, schemas }: EndpointDetailsProps) {
  const { t } = useTranslation('docs');
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const { operationId, method, path, summary } = endpoint;
  const ownSummary = t(`endpoints.summaries.${operationId}`, { defaultValue: '' });
  const isAsked = hash === `#${operationId}`;
  useEffect(() => {
    if (!isAsked || !details.current) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [isAsked]);
  return (
    <details
      ref={details}
      id={operationId}
      className="docs-call"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon of={ChevronRight} />
        <span className={`docs-method docs-method--${method.toLowerCase()}`}>{method}</span>
        <span className="docs-path mono">{path}</span>
        <span className="docs-summary" lang={ownSummary === '' ? 'en' : undefined}>
          {ownSummary || summary}
        </span>
      </summary>
      {isOpen && <EndpointBody endpoint={endpoint} schemas={schemas} title={t('endpoints.body')} />}
    </details>
  );
}

function EndpointBody({ endpoint, schemas, title }: EndpointDetailsProps & { title: string }) {
  const { t, i18n } = useTranslation('docs');
  const { description, security = [], parameters = [], requestBody, responses } = endpoint;
  const callers = security.flatMap((choice) => Object.keys(choice));
  const body = schemaOf(requestBody?.content);
  return (
    <div className="docs-call__body">
      {description && (
        <p className="docs-text">
          <ApiText text={description} />
        </p>
      )}
      <p>
        <strong>{t('endpoints.by')}:</strong>{' '}
        {joinList(
          (callers.length > 0 ? callers : ['nobody']).map((id) => t(`endpoints.callers.${id}`)),
          i18n.language,
        )}
      </p>
      {parameters.length > 0 && (
        <FieldsTable
          title={t('endpoints.parameters')}
          fields={parameters.map((parameter) => ({
            name: parameter.name,
            place: parameter.in,
            type: typeText(parameter.schema),
            isRequired: parameter.required ?? false,
            description: parameter.description,
          }))}
        />
      )}
      {body && (
        <FieldsTable
          title={`${title} (${Object.keys(requestBody?.content ?? {}).join(', ')})`}
          fields={fieldsOf(body, schemas)}
        />
      )}
      <EndpointAnswers responses={responses} schemas={schemas} />
    </div>
  );
}
