/** The primaries of sRGB in an ICC profile, adapted to D50: IEC 61966-2-1, ICC.1:2022 annex E. */
const SRGB: Readonly<Record<string, readonly [number, number, number]>> = {
  rXYZ: [0.436, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
/** Rounding in real profiles of sRGB. */
const TOLERANCE = 0.01;
const TABLE_AT = 128;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 200;

/** Whether an RGB profile has other primaries than sRGB. A profile without primaries counts as sRGB. */
export function isOtherThanSrgb(icc: Buffer): boolean {
  if (icc.length < TABLE_AT + 4 || icc.toString('latin1', 16, 20) !== 'RGB ') return false;
  const count = Math.min(MAX_ENTRIES, icc.readUInt32BE(TABLE_AT));
  for (let index = 0; index < count; index++) {
    const entry = TABLE_AT + 4 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > icc.length) return false;
    const primary = SRGB[icc.toString('latin1', entry, entry + 4)];
    const at = icc.readUInt32BE(entry + 4) + 8;
    if (!primary || at + 12 > icc.length) continue;
    const seen = primary.map((_, axis) => icc.readInt32BE(at + 4 * axis) / 65_536);
    if (primary.some((value, axis) => Math.abs(value - (seen[axis] ?? 0)) > TOLERANCE)) return true;
  }
  return false;
}
