/** Where the header leads: on the home page to its sections, elsewhere to pages. Names are keys of `paths` and `nav`. */
export const HOME_LINKS = ['features', 'pricing', 'api'] as const;
export const SITE_LINKS = ['docs', 'subscribe', 'contact'] as const;
