import { z } from 'zod';

/** What must be read again because of an event. */
export interface Subject {
  /** The object, such as `in_…`; the charge for an event about a refund or a dispute; empty where there is nothing to read. */
  readonly objectId: string;
  /** Whose it is, `cus_…`; null for what names no customer. */
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
  // A refund of money that no charge has brought says nothing that is kept here.
  const objectId = kind === 'refund' || kind === 'dispute' ? (charge ?? '') : id;
  return { objectId, customerId: customer ?? null };
}

/** Whether an event is about what became of a charge later: it names that, but perhaps no customer. */
const isAboutCharge = (type: string): boolean => /^(charge\.(refund|dispute)|refund\.)/.test(type);

/** The charge (`ch_…`) that leads to the customer of an event which names none itself; undefined for other events. */
export const chargeOf = ({ type, objectId }: { type: string; objectId: string }): string | undefined =>
  isAboutCharge(type) && objectId !== '' ? objectId : undefined;

/** The parts of stored events that have to be read again besides the customer's subscriptions. */
export function readingOf(events: readonly { type: string; objectId: string }[]) {
  const ids = (of: (type: string) => boolean) =>
    new Set(
      events.filter(({ type, objectId }) => of(type) && objectId !== '').map((event) => event.objectId),
    );
  return {
    invoices: ids((type) => type.startsWith('invoice.') && type !== 'invoice.upcoming'),
    charges: ids(isAboutCharge),
  };
}
