import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { UserPlanId } from '@filemill/product';

/** Someone without an account; the fingerprint may still follow in a form field. */
export interface GuestCaller {
  readonly kind: 'guest';
  readonly fingerprint: string | undefined;
  /** As guests are counted by it, see `networkAddress`. */
  readonly address: string;
}

/** Someone whom the accounts service knows. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly username: string;
  /** As it was at most 4 s ago. */
  readonly plan: UserPlanId;
  /** As of at most 4 s ago, too: what it opens asks the database again. */
  readonly isAdmin: boolean;
  /** Of the bearer token; empty for a caller with an API key. */
  readonly sessionId: string;
  /** Whether an API key proved it, and not a bearer token. */
  readonly byKey: boolean;
  readonly address: string;
}

/** Who sent a request. */
export type Caller = GuestCaller | UserCaller;

/** The caller in the words of the ledger; a guest without a fingerprint has an empty id. */
export const ownerOf = (caller: Caller): usage.Owner =>
  caller.kind === 'guest'
    ? { kind: 'guest', id: caller.fingerprint ?? '', address: caller.address, plan: 'guest' }
    : { kind: 'user', id: caller.userId, address: caller.address, plan: caller.plan };

/**
 * For `catch` of a question about the caller himself: that there is no such user means that another gateway has just
 * deleted the account, so that its credential opens nothing.
 *
 * @throws {AppError} UNAUTHENTICATED, or what it was given
 */
export function withoutAccount(cause: unknown): never {
  if (cause instanceof AppError && cause.code === 'NOT_FOUND')
    throw new AppError('UNAUTHENTICATED', {}, { cause });
  throw cause;
}

/**
 * The owner that a conversion must belong to.
 *
 * @throws {AppError} NOT_FOUND for a guest without a fingerprint, who can own nothing
 */
export function knownOwnerOf(caller: Caller): usage.Owner {
  const owner = ownerOf(caller);
  if (owner.id === '') throw new AppError('NOT_FOUND', { what: 'This conversion' });
  return owner;
}
