import { failNextPayments } from './cards.mjs';
import { livingCustomer } from './objects/customers.mjs';
import { paySession } from './objects/sessions.mjs';
import { catchUp } from './renewals.mjs';

/**
 * What tests do to Stripe. The same by HTTP: `POST /_test/<name>` with a list of the arguments in JSON.
 *
 * @returns functions; what they change is kept in the state file
 */
export function createControls(world) {
  const { clock, store, webhooks, faults } = world;
  const moved = () => {
    store.data.shiftS = clock.shiftS;
    catchUp(world);
    return clock.nowS();
  };
  return {
    /** Stripe's time in Unix seconds. */
    now: () => clock.nowS(),
    /** Moves this clock alone; renewals, tries of payments and ends happen on the way. @returns Unix seconds */
    advance(seconds) {
      clock.shiftS += Math.floor(seconds);
      return moved();
    },
    /** Moves this clock alone to an instant. @returns Unix seconds */
    advanceTo: (instantS) => {
      clock.shiftS += instantS - clock.nowS();
      return moved();
    },
    /** Pays a session as its page does. @throws {StripeFault} card_declined */
    pay: (sessionId, { card = '4242424242424242', email } = {}) =>
      paySession(world, sessionId, { card, email }),
    /** The next payments of a customer fail. */
    failNextPayments(customerId, count = 1) {
      failNextPayments(world, livingCustomer(world, customerId).id, count);
    },
    /** 503 for every call until it is switched back. */
    switchAway(isAway = true) {
      faults.away = isAway;
    },
    /** The next calls are carried out, and their connection breaks before the answer. */
    loseAnswers(count = 1) {
      faults.lostAnswers = count;
    },
    /** Keeps events back until they are released. */
    holdEvents(held = true) {
      webhooks.held = held;
      webhooks.wake();
    },
    /** Sends waiting events in any order. */
    shuffleEvents(shuffled = true) {
      webhooks.shuffled = shuffled;
    },
    /** Sends each event so many times at once. */
    duplicateEvents(copies = 2) {
      webhooks.copies = copies;
    },
    /** Sends an event again. @returns statuses of the answers */
    resend: (eventId, copies = 1) => webhooks.resend(eventId, copies),
    /** Every event's delivery: its state and all tries, oldest first. */
    deliveries: () => Object.values(store.data.deliveries),
    /** Resolves when nothing waits to be delivered. @throws {Error} after `timeoutMs` */
    settled: (timeoutMs = 10_000) => webhooks.settled(timeoutMs),
  };
}
