/** Local storage that may be blocked: reads then return null, and writes are kept only for this tab. */
const memory = new Map<string, string>();

/** The stored value of a key; null if there is none. */
export function readValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a value under a key. */
export function storeValue(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

/** Removes a key and its value. */
export function removeValue(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: nothing was ever stored there.
  }
}
