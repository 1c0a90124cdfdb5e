import { callRoute } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** The parts of an OpenAPI 3.1 document that the page shows. Its words are English. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** Where the service describes itself. */
export const OPENAPI_PATH = '/api/openapi.json';

/** The description that the running service gives of itself; its route says only that it is an OpenAPI document. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<OpenApi> => (await callRoute('GET', OPENAPI_PATH, { signal })).json(),
});

/** One call of the API. */
export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Only for administrators and Stripe: not part of the public documentation. */
const NOT_PUBLIC = { tags: ['Admin'], paths: ['/api/billing/webhook'] };

/** The public calls by their tags, all in the order of the document. */
export function endpointGroups(
  document: OpenApi,
): readonly { tag: string; endpoints: readonly Endpoint[] }[] {
  const endpoints = Object.entries(document.paths)
    .filter(([path]) => !NOT_PUBLIC.paths.includes(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ ...call, path, method: method.toUpperCase() })),
    );
  return document.tags
    .filter(({ name }) => !NOT_PUBLIC.tags.includes(name))
    .map(({ name }) => ({ tag: name, endpoints: endpoints.filter(({ tags }) => tags[0] === name) }));
}

const FIRST_ERROR = 400;

/** Answers below the errors are of interest for their fields; all errors have one form. */
export const isSuccess = (status: string): boolean => Number(status) < FIRST_ERROR;

/** The schema that a content of the given kind has. */
export const schemaOf = (content: Content | undefined): Schema | undefined =>
  Object.values(content ?? {}).find(({ schema }) => schema)?.schema;
