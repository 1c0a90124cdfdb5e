import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@filemill/product';
import { PRODUCT_NAME } from '@filemill/web-client';
import { localPath } from '../../lib/local-path.js';

/** One element of the page's head that depends on page and language. */
interface HeadTag {
  readonly name: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Head {
  readonly title: string;
  readonly tags: readonly HeadTag[];
}

/** Marks the elements of the page, so that the next page can remove them. */
export const PAGE_TAG = 'data-page';

const meta = (key: 'name' | 'property', id: string, content: string): HeadTag => ({
  name: 'meta',
  attributes: { [key]: id, content },
});
const link = (attributes: Record<string, string>): HeadTag => ({ name: 'link', attributes });

/**
 * Title, description, canonical and alternate links of a page in a language.
 *
 * @param origin - of the public site, without a slash at its end
 */
export function headOf(options: {
  page: { path: string; isIndexed: boolean };
  language: Language;
  title: string;
  description: string;
  origin: string;
}): Head {
  const { page, language, title, description, origin } = options;
  const url = (id: Language) => origin + localPath(id, page.path);
  const described = meta('name', 'description', description);
  if (!page.isIndexed) return { title, tags: [described, meta('name', 'robots', 'noindex')] };
  return {
    title,
    tags: [
      described,
      link({ rel: 'canonical', href: url(language) }),
      ...LANGUAGES.map(({ id }) => link({ rel: 'alternate', hreflang: id, href: url(id) })),
      link({ rel: 'alternate', hreflang: 'x-default', href: url(DEFAULT_LANGUAGE) }),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:site_name', PRODUCT_NAME),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:url', url(language)),
      meta('property', 'og:locale', language),
    ],
  };
}
