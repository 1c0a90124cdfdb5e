import type { Plan } from './plan.js';

/** One counting period, UTC. */
export interface Period {
  /** `2026-11-21` for a day, `2026-11` for a month. */
  readonly key: string;
  /** Unix milliseconds at which the next one begins. */
  readonly endsAtMs: number;
}

/** The period of a plan that contains an instant (Unix milliseconds). */
export function periodAt(period: Plan['period'], atMs: number): Period {
  const at = new Date(atMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return period === 'day'
    ? { key: at.toISOString().slice(0, 10), endsAtMs: Date.UTC(year, month, at.getUTCDate() + 1) }
    : { key: at.toISOString().slice(0, 7), endsAtMs: Date.UTC(year, month + 1, 1) };
}
