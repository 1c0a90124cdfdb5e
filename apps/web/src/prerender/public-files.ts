import { LANGUAGE_IDS } from '@filemill/product';

/** Values for the placeholders `%NAME%` of a file of `public`, by name. */
export type PublicValues = Readonly<Record<string, string>>;

/** All languages, the default first, as `language.js` and `sw.js` read them. */
export const LANGUAGE_LIST = LANGUAGE_IDS.join(' ');

/** Replaces the placeholders of a file of `public` by what only the build knows. */
export const fillPublicFile = (text: string, values: PublicValues): string =>
  text.replaceAll(/%(\w+)%/g, (whole, name: string) => values[name] ?? whole);
