import type { Load } from './load.ts';
import type { Rig } from './rig.ts';

/** How many of a load's completed conversions counted more than one try. */
export async function triedAgain(rig: Rig, load: Load): Promise<number> {
  const ids = new Set(load.accepted.map(({ id }) => id));
  const rows = await rig.sql("SELECT id FROM usage.conversions WHERE status = 'completed' AND tries > 1");
  return rows.filter(([id = '']) => ids.has(id)).length;
}
