/**
 * How far apart two samples are: the z value of the Mann-Whitney U test, by the normal approximation, which is valid from
 * about 20 values each. 0 means no difference.
 */
export function separation(one: readonly number[], two: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, first: true })),
    ...two.map((value) => ({ value, first: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, { first }, place) => sum + (first ? place + 1 : 0), 0);
  const [m, n] = [one.length, two.length];
  const u = rankSum - (m * (m + 1)) / 2;
  return (u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}
