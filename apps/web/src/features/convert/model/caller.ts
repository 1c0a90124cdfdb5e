import type { PlanId } from '@filemill/product';
import type { Session } from '@filemill/web-client';

/** Conversions that a user's page sends at once, from the specification; the plan may allow fewer. */
const MAX_PARALLEL = 20;
/** Owner name of visitors who are not signed in. */
export const GUEST = 'guest';

/** Who a conversion belongs to: the user's id, or `guest`. */
export const callerOf = (session: Session | null): string => (session ? (session.user?.id ?? 'user') : GUEST);

/** The current plan; a signed-in user whose plan is not known yet has at least Free. */
export const planIdOf = (session: Session | null): PlanId =>
  session ? (session.user?.plan ?? 'free') : 'guest';

/** Files in progress at once. Guests send one after another. */
export const maxParallelOf = (session: Session | null, concurrent: number): number =>
  session ? Math.max(1, Math.min(MAX_PARALLEL, concurrent)) : 1;
