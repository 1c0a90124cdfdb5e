import type { Language } from '@filemill/product';
import { PRODUCT_NAME } from './product.js';
import { storeValue } from './storage.js';

/** Also read by `public/language.js` of the site, before the first paint. */
const KEYS = [`${PRODUCT_NAME.toLowerCase()}-language`, 'preferredLanguage'] as const;

/** Remembers a choice. */
export function storeLanguage(id: Language): void {
  for (const key of KEYS) storeValue(key, id);
}
