import { readFileSync } from 'node:fs';
import { endpointGroups, isSuccess, type OpenApi, schemaOf } from '../features/docs/openapi.js';
import { fieldsOf } from '../features/docs/schema-fields.js';

/** The service's description of itself, as it is generated. */
export const apiDescription = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;

/** The documented calls. */
export const apiCalls = endpointGroups(apiDescription).flatMap(({ endpoints }) => endpoints);

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/`[^`]*`/g, ''));

/** The English words that the page shows of opened calls; what is nothing but codes needs no translation. */
export function apiTexts(): ReadonlySet<string> {
  const { schemas } = apiDescription.components;
  const texts = apiCalls.flatMap(({ description, parameters = [], requestBody, responses }) => {
    const answers = Object.values(responses);
    const successes = Object.entries(responses).flatMap(([status, answer]) =>
      isSuccess(status) ? [answer] : [],
    );
    const fields = [requestBody, ...successes].flatMap((part) =>
      fieldsOf(schemaOf(part?.content) ?? {}, schemas),
    );
    return [description, ...[...parameters, ...answers, ...fields].map((part) => part.description)];
  });
  return new Set(texts.flatMap((text = '') => (hasWords(text) ? [text] : [])));
}
