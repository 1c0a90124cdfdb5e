/**
 * Checks manifests against the schemas of Kubernetes and of the operators that the chart knows. The `kubernetes-models`
 * packages accept unknown fields; so each manifest is passed to their validator behind a proxy that records which fields it
 * reads: a field that it does not read is in no schema.
 */

/** Packages of the operators, by group; Kubernetes' own groups are in `kubernetes-models`. */
const OPERATORS = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};

/**
 * What is wrong with a manifest.
 *
 * @param {{ apiVersion: string, kind: string, metadata: { name: string } }} manifest
 * @returns {Promise<string[]>} a sentence for each finding
 * @throws {Error} for a kind that has no schema
 */
export async function findFaults(manifest) {
  const { apiVersion, kind } = manifest;
  const library = OPERATORS[apiVersion.split('/')[0]] ?? 'kubernetes-models';
  const { [kind]: Model } = await import(`${library}/${apiVersion}/${kind}`);
  const seen = new Map();
  return [...wrong(Model, watched(manifest, '', seen)), ...unseen(manifest, '', seen)];
}

/** The method of the model works on whatever it is called on. */
function wrong(Model, manifest) {
  try {
    Model.prototype.validate.call(manifest);
    return [];
  } catch (error) {
    return [error.message];
  }
}

/** `seen` collects every field that is read, by the path of its object. */
function watched(value, path, seen) {
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Set();
  seen.set(path, fields);
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(target, name)) fields.add(name);
      return watched(target[name], `${path}/${String(name)}`, seen);
    },
  });
}

function* unseen(value, path, seen) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (seen.get(path)?.has(name)) yield* unseen(field, `${path}/${name}`, seen);
    else yield `${path}/${name}: no such field`;
  }
}
