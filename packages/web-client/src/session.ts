import { useSyncExternalStore } from 'react';
import { readStored, remove, store } from './storage.js';

/** The signed-in user, as `userData` keeps it between two visits. */
export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly plan: 'free' | 'pro';
}

export interface Session {
  readonly token: string;
  /** Null where the stored entry is not readable: the server's answer tells then. */
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
    // Written by somebody else: the same as no entry.
    return null;
  }
}

/** Who is signed in in this browser, or null. The same object as long as nothing changes. */
export function readSession(): Session | null {
  const token = readStored(TOKEN_KEY);
  const userData = readStored(USER_KEY);
  if (!known || known.token !== token || known.userData !== userData) {
    known = { token, userData, session: token ? { token, user: parseUser(userData) } : null };
  }
  return known.session;
}

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Keeps what sign-in or registration answered. */
export function startSession({ token, user }: { token: string; user: StoredUser }): void {
  const { id, email, username, plan } = user;
  store(TOKEN_KEY, token);
  store(USER_KEY, JSON.stringify({ id, email, username, plan }));
  changed();
}

/** Renews the stored user from the server's answer. */
export function renewUser({ id, email, username, plan }: StoredUser): void {
  if (readSession() === null) return;
  store(USER_KEY, JSON.stringify({ id, email, username, plan }));
  changed();
}

/** Forgets the session in this browser; the other tabs hear of it by the storage event. */
export function endSession(): void {
  remove(TOKEN_KEY);
  remove(USER_KEY);
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

/** The session, followed. Null while a prerendered page wakes up, since the server knows nobody. */
export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, readSession, () => null);
