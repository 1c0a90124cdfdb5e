import common from '../../locales/en/common.json' with { type: 'json' };
import convert from '../../locales/en/convert.json' with { type: 'json' };
import errors from '../../locales/en/errors.json' with { type: 'json' };
import home from '../../locales/en/home.json' with { type: 'json' };

/** Languages that have all texts, by their own name. */
export const LANGUAGES = [{ id: 'en', name: 'English' }] as const;

/** The texts of each language, by namespace. */
export const resources = { en: { common, convert, errors, home } };
