import { z } from 'zod';

/** What must be read again because of an event. */
export interface Subject {
  /** The object, such as `in_…`; the charge for an event about a refund; empty for one that does not exist yet. */
  readonly objectId: string;
  /** Whose it is, `cus_…`; null for what concerns no customer. */
  readonly customerId: string | null;
}

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const eventObject = z.object({
  id: z.string().optional(),
  object: z.string(),
  customer: reference.catch(null),
  charge: reference.catch(null),
});

/** Finds in an event's object what it is about. Nothing else that an event says is ever used. */
export function subjectOf(object: unknown): Subject {
  const { id = '', object: kind, customer, charge } = eventObject.parse(object);
  if (kind === 'customer') return { objectId: id, customerId: id };
  return { objectId: kind === 'refund' && charge ? charge : id, customerId: customer ?? null };
}

/** The parts of stored events that have to be read again besides the customer's subscriptions. */
export function readingOf(events: readonly { type: string; objectId: string }[]) {
  const ids = (of: (type: string) => boolean) =>
    new Set(
      events.filter(({ type, objectId }) => of(type) && objectId !== '').map((event) => event.objectId),
    );
  return {
    invoices: ids((type) => type.startsWith('invoice.') && type !== 'invoice.upcoming'),
    charges: ids((type) => /^(charge\.refund|refund\.)/.test(type)),
  };
}
