import type { UserView } from '@filemill/api';
import { useSyncExternalStore } from 'react';
import { readValue, removeValue, storeValue } from './storage.js';

/** The signed-in user, as `userData` keeps it between two visits. */
export type StoredUser = Readonly<Pick<UserView, 'id' | 'email' | 'username' | 'plan'>>;

export interface Session {
  readonly token: string;
  /** Null if the stored entry is not readable; the server's answer then decides. */
  readonly user: StoredUser | null;
}

const TOKEN_KEY = 'token';
const USER_KEY = 'userData';

const listeners = new Set<() => void>();
let known: { token: string | null; userData: string | null; session: Session | null } | undefined;

function parseUser(text: string | null): StoredUser | null {
  try {
    return text === null ? null : (JSON.parse(text) as StoredUser | null);
  } catch {
    // Written by another program: the same as no entry.
    return null;
  }
}

/** The signed-in user of this browser, or null. The same object as long as nothing changes. */
export function readSession(): Session | null {
  const token = readValue(TOKEN_KEY);
  const userData = readValue(USER_KEY);
  if (!known || known.token !== token || known.userData !== userData) {
    known = { token, userData, session: token ? { token, user: parseUser(userData) } : null };
  }
  return known.session;
}

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Stores the answer of sign-in or registration. */
export function startSession({ token, user }: { token: string; user: StoredUser }): void {
  const { id, email, username, plan } = user;
  storeValue(TOKEN_KEY, token);
  storeValue(USER_KEY, JSON.stringify({ id, email, username, plan }));
  changed();
}

/** Renews the stored user from the server's answer. */
export function renewUser({ id, email, username, plan }: StoredUser): void {
  if (readSession() === null) return;
  storeValue(USER_KEY, JSON.stringify({ id, email, username, plan }));
  changed();
}

/** Deletes the session in this browser; the storage event informs other tabs. */
export function endSession(): void {
  removeValue(TOKEN_KEY);
  removeValue(USER_KEY);
  changed();
}

/** Calls back whenever the session begins, changes or ends, here or in another tab. */
export function onSessionChange(listener: () => void): () => void {
  const fromElsewhere = ({ key }: StorageEvent) => {
    // `null` is a cleared storage.
    if (key === null || key === TOKEN_KEY || key === USER_KEY) listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromElsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromElsewhere);
  };
}

/** The session, kept up to date. Null while a prerendered page hydrates, since it was rendered without a user. */
export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, readSession, () => null);
