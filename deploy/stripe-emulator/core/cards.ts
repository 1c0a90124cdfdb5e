import { cardDeclined, invalid, type StripeFault } from './faults.ts';
import type { World } from './world.ts';

/** Stripe's test cards that are declined: message and code. @see https://docs.stripe.com/testing */
const DECLINED: Record<string, readonly [message: string, code: string]> = {
  4000000000000002: ['Your card was declined.', 'generic_decline'],
  4000000000009995: ['Your card has insufficient funds.', 'insufficient_funds'],
  4000000000000069: ['Your card has expired.', 'expired_card'],
};

/** The card that the payment page proposes. */
export const GOOD_CARD = '4242424242424242';

/** @throws {StripeFault} incorrect_number unless it is the number of a test card */
export function readCard(typed: string | undefined): string {
  const number = String(typed ?? '').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw invalid('Your card number is incorrect.', { type: 'card_error', code: 'incorrect_number' });
  if (number !== GOOD_CARD && !(number in DECLINED))
    throw invalid('Use a test card: no other card number belongs here.', { type: 'card_error' });
  return number;
}

/**
 * Why a payment fails, undefined if it succeeds.
 *
 * @param number - another card than the customer's own
 * @returns card_declined
 */
export function refusalOf(world: World, customerId: string, number?: string): StripeFault | undefined {
  const card = world.store.get('cards', customerId);
  if (card && card.failures > 0) {
    card.failures--;
    return cardDeclined('Your card was declined.', 'generic_decline');
  }
  const refusal = DECLINED[number ?? card?.number ?? GOOD_CARD];
  return refusal && cardDeclined(...refusal);
}

/** Makes the next payments of a customer fail, whatever the card. */
export function failNextPayments(world: World, customerId: string, count: number): void {
  const number = world.store.get('cards', customerId)?.number ?? GOOD_CARD;
  world.store.add('cards', { id: customerId, number, failures: count });
}

/** The card that a customer pays with from now on. */
export function keepCard(world: World, customerId: string, number: string): void {
  const failures = world.store.get('cards', customerId)?.failures ?? 0;
  world.store.add('cards', { id: customerId, number, failures });
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
