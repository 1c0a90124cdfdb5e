/** A day as people read it in English, UTC: `December 21, 2026`. */
const formatDay = (atMs: number): string =>
  new Date(atMs).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** What a caller who has Pro already hears instead of a checkout. */
export const ALREADY_SUBSCRIBED = 'You already have an active Pro subscription.';

/** What a caller hears whose subscription goes on. */
export const RESUMED = 'Your Pro subscription continues and renews automatically.';

/** What a caller hears whose subscription ends at an instant (Unix milliseconds). */
export const cancelledMessage = (endsAtMs: number, alreadyCancelled: boolean): string =>
  alreadyCancelled
    ? `Your subscription is already cancelled. You keep Pro until ${formatDay(endsAtMs)}.`
    : `Your subscription has been cancelled. You keep Pro until ${formatDay(endsAtMs)}.`;
