import type { Item } from './item.js';

/** Shortest interval between notifications: twenty uploads report several hundred times a second. */
const QUIET_MS = 40;

/** The list of files: immutable items, one subscriber list. It lives as long as the page: Back loses nothing. */
export class BatchStore {
  private items: readonly Item[] = [];
  private readonly listeners = new Set<() => void>();
  private toldAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly get = (): readonly Item[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  find(id: string): Item | undefined {
    return this.items.find((item) => item.id === id);
  }

  add(items: readonly Item[]): void {
    this.set([...this.items, ...items]);
  }

  /** Changes one item; one that was removed meanwhile stays removed. */
  update(id: string, change: Partial<Item>): void {
    this.updateAll(new Map([[id, change]]));
  }

  /** Changes many at once, by id. */
  updateAll(changes: ReadonlyMap<string, Partial<Item>>): void {
    this.set(this.items.map((item) => (changes.has(item.id) ? { ...item, ...changes.get(item.id) } : item)));
  }

  remove(id: string): void {
    this.set(this.items.filter((item) => item.id !== id));
  }

  /** Changes the order, or which items there are. */
  rearrange(change: (items: readonly Item[]) => readonly Item[]): void {
    this.set(change(this.items));
  }

  clear(): void {
    this.set([]);
  }

  /** Notifies of the first change at once, and of quick further ones together. */
  private set(items: readonly Item[]): void {
    this.items = items;
    if (this.timer !== undefined) return;
    const quietMs = performance.now() - this.toldAt;
    if (quietMs >= QUIET_MS) {
      this.tell();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, QUIET_MS - quietMs);
  }

  private tell(): void {
    this.toldAt = performance.now();
    for (const listener of this.listeners) listener();
  }
}
