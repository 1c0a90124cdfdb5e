/** Addresses of the site's pages and of the sections of the home page. */
export const paths = {
  home: '/',
  features: '/#features',
  formats: '/#formats',
  pricing: '/#pricing',
  api: '/#api',
  faq: '/#faq',
} as const;
