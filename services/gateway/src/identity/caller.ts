import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { UserPlanId } from '@filemill/product';

/** A caller without an account; the fingerprint may still follow in a form field. */
export interface GuestCaller {
  readonly kind: 'guest';
  readonly fingerprint: string | undefined;
  /** The address by which guests are counted, see `networkAddress`. */
  readonly address: string;
}

/** A caller with an account. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly username: string;
  /** `free` or `pro`, at most 4 s old. */
  readonly plan: UserPlanId;
  /** At most 4 s old, too: routes of administrators check the database again. */
  readonly isAdmin: boolean;
  /** Of the bearer token; empty for a caller with an API key. */
  readonly sessionId: string;
  /** Whether the credential was an API key and not a bearer token. */
  readonly byKey: boolean;
  readonly address: string;
}

/** A caller with a signed link, which grants access to one conversion or zip. */
export interface LinkCaller {
  readonly kind: 'link';
}

/** The sender of a request who can own conversions. */
export type Caller = GuestCaller | UserCaller;

/** The caller as an owner in the ledger; a guest without a fingerprint has an empty id. */
export const ownerOf = (caller: Caller): usage.Owner =>
  caller.kind === 'guest'
    ? { kind: 'guest', id: caller.fingerprint ?? '', address: caller.address, plan: 'guest' }
    : { kind: 'user', id: caller.userId, address: caller.address, plan: caller.plan };

/**
 * For `catch` of a call about the caller. A user whom the service does not know was just deleted through another
 * gateway, so the credential is invalid.
 *
 * @throws {AppError} UNAUTHENTICATED, or the given error
 */
export function rejectDeletedAccount(cause: unknown): never {
  if (cause instanceof AppError && cause.code === 'NOT_FOUND')
    throw new AppError('UNAUTHENTICATED', {}, { cause });
  throw cause;
}

/**
 * The owner that a conversion must have.
 *
 * @throws {AppError} NOT_FOUND for a guest without a fingerprint, who owns nothing
 */
export function knownOwnerOf(caller: Caller): usage.Owner {
  const owner = ownerOf(caller);
  if (owner.id === '') throw new AppError('NOT_FOUND', { what: 'This conversion' });
  return owner;
}

/**
 * The owner that a conversion must have for its reader; undefined if a signed link grants access.
 *
 * @throws {AppError} NOT_FOUND as {@link knownOwnerOf}
 */
export const ownerForReader = (caller: Caller | LinkCaller): usage.Owner | undefined =>
  caller.kind === 'link' ? undefined : knownOwnerOf(caller);
