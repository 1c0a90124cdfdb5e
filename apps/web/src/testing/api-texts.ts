import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type DescribedText, keysOfText } from '../features/docs/api-text.js';
import { endpointGroups, isSuccess, type OpenApi, schemaOf } from '../features/docs/openapi.js';
import { fieldsOf } from '../features/docs/schema-fields.js';

/** The service's description of itself, as it is generated. */
export const apiDescription = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;

/** The documented calls. */
export const apiCalls = endpointGroups(apiDescription).flatMap(({ endpoints }) => endpoints);

/**
 * Keys of the translations of the description, each with a hash of the English sentence that was translated. So a changed
 * sentence keeps its translations, and a test names it until somebody has looked at them.
 */
const SOURCES = 'apps/web/locales/api-sources.json';

const hashOf = (sentence: string): string => createHash('sha256').update(sentence).digest('hex').slice(0, 8);
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/`[^`]*`/g, ''));

/** The English sentences that the page shows of calls; what is nothing but codes needs no translation. */
function describedTexts(): readonly DescribedText[] {
  const { schemas } = apiDescription.components;
  const texts = apiCalls.flatMap((call) => {
    const { operationId, summary, description, parameters = [], requestBody, responses } = call;
    const answers = Object.entries(responses).map(([status, answer]) => ({ status, ...answer }));
    const contents = [
      { owner: `${operationId}.body`, content: requestBody?.content },
      ...answers
        .filter(({ status }) => isSuccess(status))
        .map(({ status, content }) => ({ owner: `${operationId}.${status}`, content })),
    ];
    return [
      { id: `${operationId}.summary`, text: summary },
      { id: `${operationId}.description`, text: description },
      ...parameters.map((one) => ({ id: `${operationId}.${one.in}.${one.name}`, text: one.description })),
      ...answers.map((one) => ({ id: `${operationId}.${one.status}`, text: one.description })),
      ...contents
        .flatMap(({ owner, content }) => fieldsOf(schemaOf(content) ?? {}, schemas, owner))
        .map(({ textId, description: text }) => ({ id: textId, text })),
    ];
  });
  return texts.flatMap(({ id, text = '' }) => (hasWords(text) ? [{ id, text }] : []));
}

/** The English sentences by the keys of their translations, and what must be done about the translations. */
export function apiTexts(): { sentences: ReadonlyMap<string, string>; findings: readonly string[] } {
  const known = new Map(Object.entries(JSON.parse(readFileSync(SOURCES, 'utf8')) as Record<string, string>));
  const sentences = new Map<string, string>();
  const findings = new Set<string>();
  for (const { id, text } of describedTexts()) {
    const [own = '', shared = ''] = keysOfText(id);
    const key = !known.has(own) && known.get(shared) === hashOf(text) ? shared : own;
    sentences.set(key, text);
    if (!known.has(key)) findings.add(`${key}: needs translations of “${text}”`);
    else if (known.get(key) !== hashOf(text))
      findings.add(`${key}: translates an earlier sentence, now “${text}”`);
  }
  for (const key of known.keys()) {
    if (!sentences.has(key)) findings.add(`${key}: is no longer in the description`);
  }
  return { sentences, findings: [...findings] };
}

/** Notes that the translations are those of the present sentences. */
export function acceptApiTexts(sentences: ReadonlyMap<string, string>): void {
  const hashes = [...sentences].map(([key, text]) => [key, hashOf(text)]).sort();
  writeFileSync(SOURCES, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}
