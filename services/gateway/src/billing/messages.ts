/** A day in English, UTC: `December 21, 2026`. */
const formatDay = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** The message for a caller who already has Pro, instead of a checkout. */
export const ALREADY_SUBSCRIBED_MESSAGE = 'You already have an active Pro subscription.';

/** The message for a resumed subscription. */
export const RESUMED_MESSAGE = 'Your Pro subscription continues and renews automatically.';

/** The message for a subscription that ends at a time (Unix milliseconds). */
export const cancelledMessage = (endsAtMs: number, alreadyCancelled: boolean): string =>
  alreadyCancelled
    ? `Your subscription is already cancelled. You keep Pro until ${formatDay(endsAtMs)}.`
    : `Your subscription has been cancelled. You keep Pro until ${formatDay(endsAtMs)}.`;
