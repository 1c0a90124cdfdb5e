import { useTranslation } from 'react-i18next';
import { FieldsTable } from './fields-table.js';
import { type Answer, type OpenApi, schemaOf } from './openapi.js';
import { fieldsOf } from './schema-fields.js';
import { WithCode } from './with-code.js';

/** Answers below are successes, whose fields are of interest; all errors have one form. */
const FIRST_ERROR = 400;

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
      <ul className="docs-answers" lang="en">
        {answers.map(([status, { description, headers = {} }]) => (
          <li key={status}>
            <span className={Number(status) < FIRST_ERROR ? 'docs-status' : 'docs-status docs-status--error'}>
              {status}
            </span>
            <span>
              <WithCode text={description} />
              {Object.keys(headers).length > 0 && (
                <span className="faint"> ({Object.keys(headers).join(', ')})</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {answers
        .filter(([status]) => Number(status) < FIRST_ERROR)
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
