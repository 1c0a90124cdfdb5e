import { type Answer, type CallerKind, type Content, emptyBody, type Route, TAGS } from '@filemill/api';
import { HEADER_NAMES } from '@filemill/product';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi';
import { codesOf, errorAnswers } from './errors.js';

/** Version of the API's contract: the major number changes when callers must change. */
const API_VERSION = '1.0.0';

/** All credentials, by their name in the document. */
const SECURITY_SCHEMES: Record<string, ZodOpenApiSecuritySchemeObject> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of POST /api/register and /api/login, 7 days',
  },
  apiKey: { type: 'apiKey', in: 'header', name: HEADER_NAMES.apiKey, description: 'Key of a Pro account' },
  guest: {
    type: 'apiKey',
    in: 'header',
    name: HEADER_NAMES.fingerprint,
    description: '32 to 64 hexadecimal characters that a guest keeps; not a secret of the service',
  },
  link: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'Comes with the links that the API answers',
  },
};

/** One of these is enough. An administrator is a bearer whose account is checked on every call. */
const securityOf = (callers: readonly CallerKind[]): Record<string, string[]>[] =>
  callers.map((caller) => ({ [caller === 'admin' ? 'bearer' : caller]: [] }));

/** The parts of the document besides routes. */
export interface DocumentSettings {
  readonly productName: string;
  readonly supportEmail: string;
}

/**
 * The OpenAPI 3.1 description of routes.
 *
 * @throws {Error} for a schema that JSON Schema cannot express, with its location
 */
export function openApiDocument(routes: readonly Route[], settings: DocumentSettings): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: `${settings.productName} API`,
      version: API_VERSION,
      description:
        'Converts files. Uploads and results are erased within the hour. Every answer carries ' +
        `\`${HEADER_NAMES.requestId}\`; every ` +
        'error has one form, and its `error.code` is stable. Instants are ISO 8601 UTC, sizes bytes, ids UUIDs.',
      contact: { email: settings.supportEmail },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES },
  };
  return createDocument(document, { override: forCallers });
}

/**
 * Lets answers gain fields, unless their schema is strict, and removes what only repeats a format or the
 * range of whole numbers in JavaScript.
 */
const forCallers: ZodOpenApiOverride = ({ io, jsonSchema, zodSchema: { _zod } }) => {
  if (io === 'output' && _zod.def.type === 'object' && !_zod.def.catchall)
    delete jsonSchema.additionalProperties;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { path } = route;
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]);
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    security: securityOf(route.callers),
    requestParams: {
      ...(path.includes('{') && { path: route.params ?? idParams }),
      ...(route.query && { query: route.query }),
      ...(route.headers && { header: route.headers }),
    },
    ...(route.body &&
      route.body !== emptyBody && { requestBody: { required: true, content: contentOf(route.body) } }),
    responses: {
      ...(Object.fromEntries(answers) as Record<`2${string}`, ZodOpenApiResponseObject>),
      ...errorAnswers(codesOf(route)),
    },
  };
}

const idParams = z.object({ id: z.uuid() });

function responseOf(answer: Answer): ZodOpenApiResponseObject {
  if (typeof answer === 'string') return { description: answer };
  if (answer instanceof z.ZodType) {
    return { description: answer.description ?? 'Done', content: contentOf(answer) };
  }
  const { description, content, headers } = answer;
  const described = Object.entries(headers ?? {}).map(
    ([name, text]) => [name, { description: text, schema: { type: 'string' as const } }] as const,
  );
  return {
    description,
    ...(content && { content: contentOf(content) }),
    ...(headers && { headers: Object.fromEntries(described) }),
  };
}

function contentOf(body: z.ZodType | Content): ZodOpenApiContentObject {
  if (body instanceof z.ZodType) return { 'application/json': { schema: body } };
  const schemaOf = (schema: Content[string]) =>
    // OpenAPI 3.1 describes bytes by an empty schema.
    schema === 'binary' ? {} : { schema: schema === 'text' ? { type: 'string' as const } : schema };
  return Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, schemaOf(schema)]));
}
