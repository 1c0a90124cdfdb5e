/**
 * Checks manifests against the schemas of Kubernetes and of the operators that the chart knows. The `kubernetes-models`
 * packages accept unknown fields; so each manifest is passed to their validator behind a proxy that records which fields it
 * reads: a field that it does not read is in no schema.
 */
import type { Manifest } from './manifest.ts';

/** Packages of the operators, by group; Kubernetes' own groups are in `kubernetes-models`. */
const OPERATORS: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};

/** A class of the packages; `validate` works on any object that it is called on. */
interface Model {
  readonly prototype: { validate(this: unknown): void };
}

/** The fields that were read, by the path of their object. */
type FieldsRead = Map<string, Set<string>>;

/**
 * Finds what is wrong with a manifest.
 *
 * @returns a sentence for each finding
 * @throws {Error} for a kind that has no schema
 */
export async function findFaults(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const [group = ''] = apiVersion.split('/');
  const library = OPERATORS[group] ?? 'kubernetes-models';
  const { [kind]: model }: Record<string, Model> = await import(`${library}/${apiVersion}/${kind}`);
  if (!model) throw new Error(`There is no schema of ${kind}`);
  const read: FieldsRead = new Map();
  return [...violations(model, watched(manifest, '', read)), ...unreadFields(manifest, '', read)];
}

function violations(model: Model, manifest: unknown): string[] {
  try {
    model.prototype.validate.call(manifest);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The value behind a proxy that records every field that is read. */
function watched(value: unknown, path: string, read: FieldsRead): unknown {
  if (!isObject(value)) return value;
  const fields = new Set<string>();
  read.set(path, fields);
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(target, name)) fields.add(name);
      return watched(Reflect.get(target, name), `${path}/${String(name)}`, read);
    },
  });
}

function* unreadFields(value: unknown, path: string, read: FieldsRead): Generator<string> {
  if (!isObject(value)) return;
  for (const [name, field] of Object.entries(value)) {
    if (read.get(path)?.has(name)) yield* unreadFields(field, `${path}/${name}`, read);
    else yield `${path}/${name}: no such field`;
  }
}
