import type { RateLimiterOptions } from '@filemill/platform/rate-limiter';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A number of attempts, and the length of a window that begins with the first. */
export type Tier = Pick<RateLimiterOptions, 'points' | 'seconds'>;

/**
 * Limits of calls and of wrong passwords. Each list goes from the shortest wait to the longest, so that the wait grows:
 * after too many failures a caller may try again after a minute, then after 15 minutes, then after a day.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one address. */
  pair: [
    { points: 5, seconds: MINUTE },
    { points: 10, seconds: 15 * MINUTE },
    { points: 20, seconds: DAY },
  ],
  /** Wrong passwords from one address for any account; more than a household mistypes, fewer than an attack needs. */
  address: [
    { points: 30, seconds: 15 * MINUTE },
    { points: 200, seconds: DAY },
  ],
  /**
   * Wrong passwords for one account from all unknown addresses. It limits many addresses that
   * guess together; the owner can still sign in from a known address, or after a reset mail.
   */
  account: [
    { points: 20, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  /** Registrations from one address, successful or not: the answer reveals whether an e-mail address has an account. */
  register: [{ points: 100, seconds: HOUR }],
  /** Requested reset mails from one address. */
  forgot: [{ points: 20, seconds: HOUR }],
  /** Reset mails to one mailbox. */
  mailbox: [
    { points: 3, seconds: 15 * MINUTE },
    { points: 10, seconds: DAY },
  ],
  /** Reset tokens tried from one address. */
  reset: [{ points: 60, seconds: HOUR }],
} as const satisfies Record<string, readonly Tier[]>;

/** Name of a limit. */
export type Limit = keyof typeof LIMITS;
