import type { Counter } from 'prom-client';

/**
 * Shows every series of a counter as 0 before its first event. For Prometheus a series that begins with 1 has not
 * increased, so an alert would miss the first event.
 *
 * @param values - all values of each label
 */
export function startCounterAtZero<T extends string>(
  counter: Counter<T>,
  values: Readonly<Record<T, readonly string[]>>,
): void {
  let combinations: Partial<Record<T, string>>[] = [{}];
  for (const label of Object.keys(values) as T[])
    combinations = combinations.flatMap((known) =>
      values[label].map((value) => ({ ...known, [label]: value })),
    );
  for (const labels of combinations) counter.inc(labels, 0);
}
