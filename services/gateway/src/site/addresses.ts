import { DEFAULT_LANGUAGE } from '@filemill/product';

/** Short addresses and their targets; the same below the prefix of each language. */
const ALIASES: Readonly<Record<string, string>> = {
  '/pricing': '/subscribe',
  '/login': '/auth',
  '/register': '/auth?mode=register',
};

export interface Address {
  readonly language: string;
  /** Without language and trailing slash; `/` for the home page. */
  readonly path: string;
}

/** Adds the prefix of a language to a path. */
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
 * The target of an address that is not a page; undefined for all others. Always an existing page: the rest of
 * an address could be any text, and browsers read `//host` and `/\host` as another site.
 *
 * @param isPage - whether a page exists at a path, in the address's language
 */
export function redirectOf(
  pathname: string,
  { language, path }: Address,
  isPage: (path: string) => boolean,
): string | undefined {
  const alias = ALIASES[path];
  if (alias !== undefined) return addressOf(language, alias);
  // English has no prefix, so that each page has one address.
  const isPrefixed = pathname === `/${DEFAULT_LANGUAGE}` || pathname.startsWith(`/${DEFAULT_LANGUAGE}/`);
  return isPrefixed && isPage(path) ? path : undefined;
}

/**
 * The unchanged path of a request. Parsed as a URL, `//host/path` would be another host's, and `/\` a slash.
 *
 * @param target - of the request line; also whole URLs, as sent to proxies
 */
export function rawPathOf(target: string): string {
  if (!target.startsWith('/')) return URL.parse(target)?.pathname ?? '/';
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}
