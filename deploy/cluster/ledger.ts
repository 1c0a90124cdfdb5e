import { ledgerFaults } from '../../services/usage/test/ledger-faults.ts';
import { type Cluster, DATA_NAMESPACE } from './cluster.ts';
import type { ConversionSeen } from './inside/settings.ts';

const idList = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(',');

/**
 * Checks that nothing of a load was lost or done twice: each accepted conversion has one completed row and one object in the
 * store, its owner has no other row, and the ledger is consistent.
 *
 * @param conversions - what the load's clients saw
 * @returns a sentence for each fault
 */
export async function loadFaults(
  cluster: Cluster,
  conversions: readonly ConversionSeen[],
): Promise<string[]> {
  const ids = conversions.flatMap(({ id }) => id ?? []);
  const incomplete = conversions.filter(({ outcome }) => outcome !== 'completed');
  const rows = await cluster.sql(
    `SELECT id, status, reservation FROM usage.conversions WHERE owner_id IN
       (SELECT owner_id FROM usage.conversions WHERE id IN (${idList(ids)}))`,
  );
  const known = new Set(ids);
  const stored = await countStored(cluster);
  return [
    ...incomplete.map(({ id, outcome }) => `a client saw ${outcome} of ${id}`),
    ...(known.size === ids.length ? [] : [`${ids.length - known.size} clients got the id of another`]),
    ...(rows.length === known.size ? [] : [`${rows.length} rows for ${known.size} accepted conversions`]),
    ...rows.filter(([id = '']) => !known.has(id)).map(([id]) => `${id} was accepted twice`),
    ...rows.filter(([, ...state]) => state.join() !== 'completed,committed').map((row) => `${row}`),
    ...ids.filter((id) => stored.get(id) !== 1).map((id) => `${id} has ${stored.get(id) ?? 0} objects`),
    ...(await ledgerFaults(cluster)),
  ];
}

/** How many of these conversions needed more than one attempt. */
export async function countRetried(
  cluster: Cluster,
  conversions: readonly ConversionSeen[],
): Promise<number> {
  const ids = conversions.flatMap(({ id }) => id ?? []);
  const [row] = await cluster.sql(
    `SELECT count(*) FROM usage.conversions WHERE attempt > 1 AND id IN (${idList(ids)})`,
  );
  return Number(row?.[0]);
}

/** How many objects the store holds under each conversion: keys are `<due minute>/<conversion>/<name>`. */
async function countStored(cluster: Cluster): Promise<Map<string, number>> {
  const find = ['sh', '-c', 'cd /data/objects/filemill && find . -type f'];
  const { output } = await cluster.exec('s3-0', find, DATA_NAMESPACE);
  const found = new Map<string, number>();
  for (const [, , id] of output.split('\n').map((path) => path.split('/'))) {
    if (id !== undefined) found.set(id, (found.get(id) ?? 0) + 1);
  }
  return found;
}
