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

interface PageOptions {
  /** `/<id>` by default. */
  readonly path?: string;
  /** Below `src`, without its ending; `app/routes/<id>` by default. */
  readonly module?: string;
  readonly isPublic?: boolean;
  readonly isIndexed?: boolean;
  readonly namespaces?: readonly string[];
}

const page = (id: string, options: PageOptions, load: Parameters<typeof lazyPage>[0]): SitePage => ({
  id,
  path: options.path ?? `/${id}`,
  isPublic: options.isPublic ?? true,
  isIndexed: options.isIndexed ?? options.isPublic ?? true,
  namespaces: options.namespaces ?? [],
  module: `src/${options.module ?? `app/routes/${id}`}.tsx`,
  ...lazyPage(load),
});

type LegalPages = typeof import('./routes/legal.js');

/** A legal text; all of them are in one file. */
const legalPage = (id: string, name: keyof LegalPages): SitePage =>
  page(
    id,
    { module: 'app/routes/legal', namespaces: ['legal', 'contact'] },
    async () => (await import('./routes/legal.js'))[name],
  );

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
    { module: 'features/billing/subscribe-page', namespaces: ['billing'] },
    async () => (await import('../features/billing/subscribe-page.js')).SubscribePage,
  ),
  page(
    'docs',
    { module: 'features/docs/docs-page', namespaces: ['docs'] },
    async () => (await import('../features/docs/docs-page.js')).DocsPage,
  ),
  page(
    'contact',
    { module: 'features/contact/contact-page', namespaces: ['contact'] },
    async () => (await import('../features/contact/contact-page.js')).ContactPage,
  ),
  legalPage('terms', 'Terms'),
  legalPage('privacy', 'Privacy'),
  legalPage('privacy-policy', 'PrivacyPolicy'),
  legalPage('refund', 'Refund'),
  legalPage('legal', 'Legal'),
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
    { module: 'features/auth/reset-password-page', isPublic: false, namespaces: ['auth'] },
    async () => (await import('../features/auth/reset-password-page.js')).ResetPasswordPage,
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
