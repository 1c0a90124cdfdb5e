import { failNextPayments, GOOD_CARD } from '../core/cards.ts';
import type { Delivery } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { paySession, type TypedPayment } from '../objects/pay-session.ts';
import { catchUp } from '../objects/renewals.ts';

/** What tests do to Stripe. */
export type StripeControls = ReturnType<typeof createControls>;

/**
 * Makes the functions that tests call, directly or by HTTP: `POST /_test/<name>` with a list of the arguments in JSON.
 * The state file keeps what they change.
 */
export function createControls(world: World) {
  const { clock, store, webhooks, faults } = world;
  const moved = (): number => {
    store.shiftS = clock.shiftS;
    catchUp(world);
    return clock.nowS();
  };
  return {
    /** Stripe's time in Unix seconds. */
    now: (): number => clock.nowS(),
    /** Moves this clock alone; everything that becomes due meanwhile happens. @returns Unix seconds */
    advance(seconds: number): number {
      clock.shiftS += Math.floor(seconds);
      return moved();
    },
    /** Moves this clock alone to an instant. @returns Unix seconds */
    advanceTo(instantS: number): number {
      clock.shiftS += instantS - clock.nowS();
      return moved();
    },
    /** Pays a session as its page does. @throws {StripeFault} card_declined */
    pay: (sessionId: string, { card = GOOD_CARD, email }: TypedPayment = {}) =>
      paySession(world, sessionId, { card, email }),
    /** The next payments of a customer fail. */
    failNextPayments(customerId: string, count = 1): void {
      failNextPayments(world, world.store.findCustomer(customerId).id, count);
    },
    /** 503 for every call until it is switched back. */
    setUnreachable(isUnreachable = true): void {
      faults.isUnreachable = isUnreachable;
    },
    /** The next calls are executed, and their connection breaks before the answer. */
    loseAnswers(count = 1): void {
      faults.lostAnswers = count;
    },
    /** Sends no events until they are released. */
    holdEvents(held = true): void {
      webhooks.held = held;
      webhooks.wake();
    },
    /** Sends waiting events in any order. */
    shuffleEvents(shuffled = true): void {
      webhooks.shuffled = shuffled;
    },
    /** Sends each event several times at once. */
    duplicateEvents(copies = 2): void {
      webhooks.copies = copies;
    },
    /** Sends an event again. @returns HTTP statuses of the answers */
    resend: (eventId: string, copies = 1): Promise<(number | undefined)[]> =>
      webhooks.resend(eventId, copies),
    /** The delivery of every event, oldest first. */
    deliveries: (): Delivery[] => Object.values(store.rows('deliveries')),
    /** Resolves when no event waits for its delivery. @throws {Error} after `timeoutMs` */
    settled: (timeoutMs = 60_000): Promise<void> => webhooks.settled(timeoutMs),
  };
}
