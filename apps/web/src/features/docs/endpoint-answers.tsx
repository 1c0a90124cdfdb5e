import { useTranslation } from 'react-i18next';
import { ApiText } from './api-text.js';
import { FieldsTable } from './fields-table.js';
import { type Answer, isSuccess, type OpenApi, schemaOf } from './openapi.js';
import { fieldsOf } from './schema-fields.js';

interface EndpointAnswersProps {
  responses: Readonly<Record<string, Answer>>;
  schemas: OpenApi['components']['schemas'];
}

/** What a call can answer: statuses with their error codes, and the fields of each success. */
export function EndpointAnswers({ responses, schemas }: EndpointAnswersProps) {
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
              <ApiText text={description} />
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
          const fields = fieldsOf(schemaOf(content) ?? {}, schemas);
          return (
            fields.length > 0 && (
              <FieldsTable key={status} title={t('endpoints.fields', { status })} fields={fields} />
            )
          );
        })}
    </>
  );
}
