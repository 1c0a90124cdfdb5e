import type { Item } from './item.js';

/** The list of files: immutable items, one subscriber list. Lives as long as the page, so that Back loses nothing. */
export class BatchStore {
  private items: readonly Item[] = [];
  private readonly listeners = new Set<() => void>();

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
    this.set(this.items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  remove(id: string): void {
    this.set(this.items.filter((item) => item.id !== id));
  }

  private set(items: readonly Item[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}
