const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many points in a window that begins with the first. */
export interface Tier {
  readonly points: number;
  readonly seconds: number;
}

/**
 * What may be tried before one must wait. Each list goes from the shortest wait to the longest, so that the wait grows:
 * after too many failures a caller may try again after a minute, then after 15 minutes, then after a day.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one address. */
  pair: [
    { points: 5, seconds: MINUTE },
    { points: 10, seconds: 15 * MINUTE },
    { points: 20, seconds: DAY },
  ],
  /** Wrong passwords from one address for whatever account; more than a household mistypes, fewer than a list needs. */
  address: [
    { points: 30, seconds: 15 * MINUTE },
    { points: 200, seconds: DAY },
  ],
  /**
   * Wrong passwords for one account from all addresses where its owner never signed in. It bounds many addresses that
   * guess together; the owner comes in from a known address, or by way of a reset mail.
   */
  account: [
    { points: 20, seconds: 15 * MINUTE },
    { points: 40, seconds: DAY },
  ],
  /** Accounts made, or tried to be made, from one address: the answer tells whether an e-mail address is taken. */
  register: [{ points: 100, seconds: HOUR }],
  /** Reset mails asked for from one address. */
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
