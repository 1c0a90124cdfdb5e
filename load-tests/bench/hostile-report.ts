import { readFileSync } from 'node:fs';
import { PROCESSES } from '@filemill/local-stack';
import { ms, report } from './compare.ts';
import type { Counted } from './ordinary-work.ts';
import type { LongestPauses, Pauses } from './pauses.ts';

const START_GOAL_S = 1;
const PAUSE_GOAL_S = 0.1;

/** One hostile file and its effect. */
export interface Attack {
  readonly what: string;
  /** Seconds until the response. */
  readonly answered: number;
  readonly outcome: string;
  /** Seconds that the next ordinary job for the same worker waited. */
  readonly wait: number;
}

/** Prints the figures of ordinary work alone. @param forMs - its duration */
export function printAlone(
  alone: LongestPauses,
  { jobs, failed, longestWait }: Counted,
  forMs: number,
): void {
  const figures = PROCESSES.map((service) => [service, ms(alone.longestOf(service).seconds)]);
  report(`longest pauses in ${forMs / 1_000} s of ordinary work alone`, Object.fromEntries(figures));
  report('  its jobs', { done: jobs, failed, 'longest wait': ms(longestWait) });
}

/** Prints one file: how it was answered, and which services paused for longer than they should. */
export function printAttack({ what, answered, outcome, wait }: Attack, pauses: Pauses): void {
  const long = [...pauses].filter(([, pause]) => pause > PAUSE_GOAL_S);
  report(`  ${what}`, {
    answered: `${answered.toFixed(2)} s`,
    with: outcome,
    'the next job waited': ms(wait),
    ...Object.fromEntries(long.map(([service, pause]) => [service, `paused ${ms(pause)}`])),
  });
}

/** All results of a run. */
export interface Results {
  readonly alone: LongestPauses;
  readonly meanwhile: LongestPauses;
  readonly attacks: readonly Attack[];
  readonly before: Counted;
  readonly during: Counted;
  /** Seconds that the attacks took. */
  readonly took: number;
}

/** Prints the figures of the whole run. @param forMs - duration of ordinary work alone */
export function printResults(
  { alone, meanwhile, attacks, before, during, took }: Results,
  forMs: number,
): void {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
  console.log(
    `${attacks.length} hostile files in ${took.toFixed(0)} s beside ${during.jobs} ordinary jobs (${during.failed} failed); alone ${before.jobs} (${before.failed} failed) in ${forMs / 1_000} s; load ${load}`,
  );
  for (const service of PROCESSES) {
    const { seconds: pause, during: cause } = meanwhile.longestOf(service);
    report(
      `longest pause of ${service}`,
      {
        'hostile files': ms(pause),
        'ordinary work alone': ms(alone.longestOf(service).seconds),
        during: cause,
      },
      '<= 100 ms',
    );
  }
  const worst = Math.max(...attacks.map(({ answered }) => answered));
  report('longest time to answer a hostile file', { answered: `${worst.toFixed(1)} s` }, '<= 60 s');
  const late = attacks.filter(({ wait }) => wait > START_GOAL_S).length;
  report(
    'the next ordinary job starts within a second',
    {
      after: `${attacks.length - late} of ${attacks.length}`,
      'longest wait': ms(Math.max(...attacks.map(({ wait }) => wait))),
    },
    'all',
  );
  report('longest wait of the other account', {
    'hostile files': ms(during.longestWait),
    alone: ms(before.longestWait),
  });
}
