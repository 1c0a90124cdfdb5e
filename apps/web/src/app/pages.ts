import { type LazyPage, lazyPage } from '../lib/lazy-page.js';
import { withoutLanguage } from '../lib/local-path.js';

/** A page of the site. */
export interface SitePage extends LazyPage {
  /** Also the key of its title and description in the namespace `seo`. */
  readonly id: string;
  /** Without a language. */
  readonly path: string;
  /** Public pages are prerendered; the content of the others depends on the user. */
  readonly isPublic: boolean;
  /** Whether search engines should list it. */
  readonly isIndexed: boolean;
  /** Its texts, in addition to those of every page. */
  readonly namespaces: readonly string[];
  /** The module that holds it, for the build. */
  readonly module: string;
}

/** Texts that every page shows. */
export const SHARED_NAMESPACES = ['common', 'errors'] as const;

const page = (
  id: string,
  options: { path?: string; isPublic?: boolean; isIndexed?: boolean; namespaces?: readonly string[] },
  load: Parameters<typeof lazyPage>[0],
): SitePage => ({
  id,
  path: options.path ?? `/${id}`,
  isPublic: options.isPublic ?? true,
  isIndexed: options.isIndexed ?? options.isPublic ?? true,
  namespaces: options.namespaces ?? [],
  module: `src/app/routes/${id}.tsx`,
  ...lazyPage(load),
});

/** All pages; each exists without a prefix in English and below the prefix of every other language. */
export const PAGES: readonly SitePage[] = [
  page(
    'home',
    { path: '/', namespaces: ['home', 'intake'] },
    async () => (await import('./routes/home.js')).Home,
  ),
  page('auth', { namespaces: ['auth'] }, async () => (await import('./routes/auth.js')).Auth),
  page(
    'subscribe',
    { namespaces: ['billing'] },
    async () => (await import('./routes/subscribe.js')).Subscribe,
  ),
  page('docs', { namespaces: ['docs'] }, async () => (await import('./routes/docs.js')).Docs),
  page('contact', { namespaces: ['contact'] }, async () => (await import('./routes/contact.js')).Contact),
  page('terms', { namespaces: ['legal', 'contact'] }, async () => (await import('./routes/terms.js')).Terms),
  page(
    'privacy',
    { namespaces: ['legal', 'contact'] },
    async () => (await import('./routes/privacy.js')).Privacy,
  ),
  page(
    'privacy-policy',
    { namespaces: ['legal', 'contact'] },
    async () => (await import('./routes/privacy-policy.js')).PrivacyPolicy,
  ),
  page(
    'refund',
    { namespaces: ['legal', 'contact'] },
    async () => (await import('./routes/refund.js')).Refund,
  ),
  page('legal', { namespaces: ['legal', 'contact'] }, async () => (await import('./routes/legal.js')).Legal),
  page(
    'dashboard',
    { isPublic: false, namespaces: ['dashboard', 'account', 'history', 'convert', 'intake'] },
    async () => (await import('./routes/dashboard.js')).Dashboard,
  ),
  page(
    'conversion-history',
    { isPublic: false, namespaces: ['history'] },
    async () => (await import('./routes/conversion-history.js')).ConversionHistory,
  ),
  page(
    'reset-password',
    { isPublic: false, namespaces: ['auth'] },
    async () => (await import('./routes/reset-password.js')).ResetPassword,
  ),
];

/** The page for every unknown address. */
export const NOT_FOUND: SitePage = page(
  'not-found',
  { path: '/404', isIndexed: false },
  async () => (await import('./routes/not-found.js')).NotFound,
);

/** Old and short addresses and where they lead. */
export const ALIASES = [
  { path: '/pricing', to: '/subscribe' },
  { path: '/login', to: '/auth' },
  { path: '/register', to: '/auth?mode=register' },
] as const;

/** The page at an address. */
export function pageAt(pathname: string): SitePage {
  const bare = withoutLanguage(pathname).replace(/(?<=.)\/$/, '');
  return PAGES.find(({ path }) => path === bare) ?? NOT_FOUND;
}
