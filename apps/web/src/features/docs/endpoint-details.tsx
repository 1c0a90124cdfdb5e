import { Icon } from '@filemill/ui';
import { joinList } from '@filemill/web-client';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '../../lib/router.js';
import { ApiText } from './api-text.js';
import { FieldsTable } from './fields-table.js';
import { type Endpoint, isSuccess, type OpenApi, schemaOf } from './openapi.js';
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
        <ApiText className="docs-summary" id={`${operationId}.summary`} text={summary} />
      </summary>
      {isOpen && <EndpointBody endpoint={endpoint} schemas={schemas} title={t('endpoints.body')} />}
    </details>
  );
}

function EndpointBody({ endpoint, schemas, title }: EndpointDetailsProps & { title: string }) {
  const { t, i18n } = useTranslation('docs');
  const { operationId, description, security = [], parameters = [], requestBody } = endpoint;
  const callers = security.flatMap((choice) => Object.keys(choice));
  const body = schemaOf(requestBody?.content);
  return (
    <div className="docs-call__body">
      {description && (
        <p className="docs-text">
          <ApiText id={`${operationId}.description`} text={description} />
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
            textId: `${operationId}.${parameter.in}.${parameter.name}`,
          }))}
        />
      )}
      {body && (
        <FieldsTable
          title={`${title} (${Object.keys(requestBody?.content ?? {}).join(', ')})`}
          fields={fieldsOf(body, schemas, `${operationId}.body`)}
        />
      )}
      <EndpointAnswers endpoint={endpoint} schemas={schemas} />
    </div>
  );
}

/** What a call can answer: statuses with their error codes, and the fields of each success. */
function EndpointAnswers({ endpoint: { operationId, responses }, schemas }: EndpointDetailsProps) {
  const { t } = useTranslation('docs');
  const answers = Object.entries(responses);
  return (
    <>
      <h3>{t('endpoints.answers')}</h3>
      <ul className="docs-answers">
        {answers.map(([status, { description, headers = {} }]) => (
          <li key={status}>
            <span className={isSuccess(status) ? 'docs-status' : 'docs-status docs-status--error'}>
              {status}
            </span>
            <span>
              <ApiText id={`${operationId}.${status}`} text={description} />
              {Object.keys(headers).length > 0 && (
                <span className="faint"> ({Object.keys(headers).join(', ')})</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {answers
        .filter(([status]) => isSuccess(status))
        .map(([status, { content }]) => {
          const fields = fieldsOf(schemaOf(content) ?? {}, schemas, `${operationId}.${status}`);
          return (
            fields.length > 0 && (
              <FieldsTable key={status} title={t('endpoints.fields', { status })} fields={fields} />
            )
          );
        })}
    </>
  );
}
