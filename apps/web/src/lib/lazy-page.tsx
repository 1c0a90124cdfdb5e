import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  /** Shows the page, at once where it is loaded. */
  readonly Page: ComponentType;
  /** Loads the page's code. */
  readonly preload: () => Promise<void>;
}

/** A page in a file of its own. One that is preloaded renders at once: so it is prerendered, and hydrates unseen. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded = await load();
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { Page, preload };
}
