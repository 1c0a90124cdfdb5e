import { DEFAULT_LANGUAGE } from '@filemill/product';

/** Short addresses and where they lead; the same below the prefix of each language. */
const ALIASES: Readonly<Record<string, string>> = {
  '/pricing': '/subscribe',
  '/login': '/auth',
  '/register': '/auth?mode=register',
};

export interface Address {
  readonly language: string;
  /** Without language and without a slash at its end, `/` for the home page. */
  readonly path: string;
}

/** Puts a language in front of a path. */
export const addressOf = (language: string, path: string): string =>
  language === DEFAULT_LANGUAGE ? path : `/${language}${path.replace(/^\/(?=$|\?)/, '')}`;

/** Language and page of a path, such as `/it/docs`. */
export function parseAddress(pathname: string, languages: ReadonlySet<string>): Address {
  const [, first = ''] = pathname.split('/');
  const isPrefixed = languages.has(first);
  const bare = isPrefixed ? pathname.slice(first.length + 1) : pathname;
  const endsWithSlash = bare.length > 1 && bare.endsWith('/') && !bare.endsWith('//');
  return {
    language: isPrefixed ? first : DEFAULT_LANGUAGE,
    path: endsWithSlash ? bare.slice(0, -1) : bare || '/',
  };
}

/**
 * Where an address leads that is not a page itself; undefined for all others. Always to a page that exists: the rest of
 * an address could be any text, of which browsers read `//host` and `/\host` as another site.
 *
 * @param isPage - whether there is a page at a path, in the address's language
 */
export function redirectOf(
  pathname: string,
  { language, path }: Address,
  isPage: (path: string) => boolean,
): string | undefined {
  const alias = ALIASES[path];
  if (alias !== undefined) return addressOf(language, alias);
  // English stands without a prefix, so that each page has one address.
  const isPrefixed = pathname === `/${DEFAULT_LANGUAGE}` || pathname.startsWith(`/${DEFAULT_LANGUAGE}/`);
  return isPrefixed && isPage(path) ? path : undefined;
}

/**
 * The path of a request as it was written. Read as a URL, `//host/path` would be another host's, and `/\` a slash.
 *
 * @param target - as in the request line; whole URLs, as proxies get them, included
 */
export function pathOf(target: string): string {
  if (!target.startsWith('/')) return URL.parse(target)?.pathname ?? '/';
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
