/** How many of a load's completed conversions counted more than one try. */
export async function triedAgain(rig, load) {
  const ids = new Set(load.accepted.map(({ id }) => id));
  const rows = await rig.sql("SELECT id FROM usage.conversions WHERE status = 'completed' AND tries > 1");
  return rows.filter(([id]) => ids.has(id)).length;
}
