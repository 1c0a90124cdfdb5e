import { type Language, languageOf } from '@filemill/product';
import { PRODUCT_NAME, readValue, storeValue } from '@filemill/web-client';

/** A separate key: administrators start in Italian, whatever language they use on the site. */
const KEY = `${PRODUCT_NAME.toLowerCase()}-admin-language`;
const FIRST_LANGUAGE: Language = 'it';

/** The language that was chosen here, else Italian. */
export const adminLanguage = (): Language => languageOf(readValue(KEY)) ?? FIRST_LANGUAGE;

/** Remembers a choice. */
export const storeAdminLanguage = (language: Language): void => storeValue(KEY, language);
