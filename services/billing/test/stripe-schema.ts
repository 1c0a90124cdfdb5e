import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = Record<string, unknown>;

/** Fields that stripe-node's types have and the document omits. */
const UNDOCUMENTED = new Set(['product.type']);

/** The parts of Stripe's OpenAPI document that the tests use. */
interface Spec {
  info: { version: string };
  components: { schemas: Record<string, { properties?: Json }> };
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Json } }> };
  responses: Record<string, { content: Record<string, { schema: Json }> }>;
}

/** Stripe's OpenAPI document: the schemas of its API's requests and answers. */
export class StripeSchema {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  private readonly spec: Spec;
  /** Validators by call, because compiling one takes a second. */
  private readonly answers = new Map<string, ValidateFunction>();

  constructor(path: string) {
    this.spec = JSON.parse(readFileSync(path, 'utf8')) as Spec;
    this.ajv.addSchema({ $id: 'stripe', components: { schemas: withNull(this.spec.components.schemas) } });
  }

  /** Its version of the API. */
  get version(): string {
    return this.spec.info.version;
  }

  /** The parameters of a call, on the top level. */
  parametersOf(method: string, path: string): string[] {
    const { parameters = [], requestBody } = this.operation(method, path);
    const form = requestBody?.content['application/x-www-form-urlencoded']?.schema.properties ?? {};
    return [...parameters.map(({ name }) => name), ...Object.keys(form)];
  }

  /** The schema violations of an answer with status 200, in Stripe's terms; empty if there are none. */
  faultsOf(method: string, path: string, answer: unknown): string[] {
    const key = `${method} ${path}`;
    const validate = this.answers.get(key) ?? this.compileAnswer(method, path);
    this.answers.set(key, validate);
    return messages(validate, answer);
  }

  /** The schema violations of an object, such as a `customer`. */
  faultsOfObject(name: string, object: object): string[] {
    const known = this.spec.components.schemas[name]?.properties ?? {};
    const invented = Object.keys(object).filter(
      (key) => !(key in known) && !UNDOCUMENTED.has(`${name}.${key}`),
    );
    const validate = this.ajv.compile({ $ref: `stripe#/components/schemas/${name}` });
    return [...invented.map((key) => `${name} has no ${key}`), ...messages(validate, object)];
  }

  private compileAnswer(method: string, path: string): ValidateFunction {
    const schema = this.operation(method, path).responses['200']?.content['application/json']?.schema;
    if (!schema) throw new Error(`no schema for ${method} ${path}`);
    return this.ajv.compile(absolute(withNull(schema)) as Json);
  }

  private operation(method: string, path: string): Operation {
    const operation = this.spec.paths[this.template(path)]?.[method.toLowerCase()];
    if (!operation) throw new Error(`Stripe has no ${method} ${path}`);
    return operation;
  }

  /** `/v1/customers/:id` is `/v1/customers/{customer}` there. */
  private template(path: string): string {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '\\{\\w+\\}')}$`);
    return Object.keys(this.spec.paths).find((template) => pattern.test(template)) ?? path;
  }
}

function messages(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}

/** JSON Schema has no `nullable`. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
}

/** References are resolved in the document, wherever they are used. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"stripe#/components/'));
