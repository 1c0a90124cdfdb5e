/** English has no prefix. */
export const DEFAULT_LANGUAGE = 'en';

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
  const bare = (isPrefixed ? pathname.slice(first.length + 1) : pathname).replace(/\/+$/, '');
  return { language: isPrefixed ? first : DEFAULT_LANGUAGE, path: bare || '/' };
}

/** Where an address leads that is not a page itself; undefined for all others. */
export function redirectOf(pathname: string, { language, path }: Address): string | undefined {
  // English stands without a prefix, so that each page has one address.
  if (pathname === `/${DEFAULT_LANGUAGE}` || pathname.startsWith(`/${DEFAULT_LANGUAGE}/`)) return path;
  const target = ALIASES[path];
  return target && addressOf(language, target);
}
