import { type Language, languageOf } from '@filemill/product';
import { PRODUCT_NAME } from './product.js';
import { readStored, store } from './storage.js';

/** Also read by `public/language.js` of the site, before the first paint. */
const KEYS = [`${PRODUCT_NAME.toLowerCase()}-language`, 'preferredLanguage'] as const;

/** The language that was chosen in this browser. */
export const storedLanguage = (): Language | undefined =>
  KEYS.map((key) => languageOf(readStored(key))).find((id) => id !== undefined);

/** Remembers a choice. */
export function storeLanguage(id: Language): void {
  for (const key of KEYS) store(key, id);
}
