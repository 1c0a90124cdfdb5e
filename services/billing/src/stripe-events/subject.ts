import { z } from 'zod';

/** The object that must be read again because of an event. */
export interface Subject {
  /**
   * The object, such as `in_…`; the charge for an event about a refund or a dispute; empty if there is nothing to read.
   */
  readonly objectId: string;
  /** Its customer, `cus_…`; null if the event names none. */
  readonly customerId: string | null;
}

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const eventObject = z.object({
  id: z.string().optional(),
  object: z.string(),
  customer: reference.catch(null),
  charge: reference.catch(null),
});

/** Finds the object and the customer of an event. Nothing else of an event is used. */
export function subjectOf(object: unknown): Subject {
  const { id = '', object: kind, customer, charge } = eventObject.parse(object);
  if (kind === 'customer') return { objectId: id, customerId: id };
  // A refund without a charge concerns nothing that is stored here.
  const objectId = kind === 'refund' || kind === 'dispute' ? (charge ?? '') : id;
  return { objectId, customerId: customer ?? null };
}

/** Whether an event is about a charge's refund or dispute: it names the charge, but perhaps no customer. */
const isAboutCharge = (type: string): boolean => /^(charge\.(refund|dispute)|refund\.)/.test(type);

/** The charge (`ch_…`) that leads to the customer of an event without one; undefined for other events. */
export const chargeOf = ({ type, objectId }: { type: string; objectId: string }): string | undefined =>
  isAboutCharge(type) && objectId !== '' ? objectId : undefined;

/** The parts of stored events that must be read again in addition to the customer's subscriptions. */
export function objectsToRead(events: readonly { type: string; objectId: string }[]) {
  const ids = (of: (type: string) => boolean) =>
    new Set(
      events.filter(({ type, objectId }) => of(type) && objectId !== '').map((event) => event.objectId),
    );
  return {
    invoices: ids((type) => type.startsWith('invoice.') && type !== 'invoice.upcoming'),
    charges: ids(isAboutCharge),
  };
}
