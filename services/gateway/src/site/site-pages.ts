import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE } from '@filemill/product';
import { addressOf } from './addresses.js';
import { PageFile } from './page-file.js';

/** Placeholder for the public address in the built pages. */
const ORIGIN_PLACEHOLDER = '%PUBLIC_URL%';
const HTML = 'text/html; charset=utf-8';
const HOME = 'home';
const NOT_FOUND = 'not-found';
/** Pages that search engines must not list. */
const NOINDEX = /<meta name="robots" content="noindex"/;

/** The built pages of the site in all languages, with the public address filled in. */
export class SitePages {
  /** By language and path: `it /docs`. */
  private readonly pages = new Map<string, PageFile>();
  private readonly notFound = new Map<string, PageFile>();
  private readonly texts = new Map<string, PageFile>();
  readonly languages: ReadonlySet<string>;

  /**
   * @param root - the built site, with `pages/<language>/<id>.html`; without it there are no pages
   * @param publicUrl - public address of the site
   */
  constructor(root: string, publicUrl: string) {
    const folder = join(root, 'pages');
    const origin = publicUrl.endsWith('/') ? publicUrl.slice(0, -1) : publicUrl;
    this.languages = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const listed: { language: string; path: string }[] = [];
    for (const language of this.languages) {
      for (const file of readdirSync(join(folder, language))) {
        const id = file.replace(/\.html$/, '');
        const text = readFileSync(join(folder, language, file), 'utf8').replaceAll(
          ORIGIN_PLACEHOLDER,
          origin,
        );
        const page = new PageFile(text, HTML);
        const path = id === HOME ? '/' : `/${id}`;
        if (id === NOT_FOUND) this.notFound.set(language, page);
        else this.pages.set(`${language} ${path}`, page);
        if (id !== NOT_FOUND && !NOINDEX.test(text)) listed.push({ language, path });
      }
    }
    if (listed.length === 0) return;
    const urls = listed.map(({ language, path }) => origin + addressOf(language, path)).sort();
    this.texts.set('/robots.txt', new PageFile(robots(origin), 'text/plain; charset=utf-8'));
    this.texts.set('/sitemap.xml', new PageFile(sitemap(urls), 'application/xml; charset=utf-8'));
  }

  /** The page of a language at a path; undefined for an unknown one. */
  page(language: string, path: string): PageFile | undefined {
    return this.pages.get(`${language} ${path}`);
  }

  /** `robots.txt` and `sitemap.xml`. */
  text(path: string): PageFile | undefined {
    return this.texts.get(path);
  }

  /** The 404 page; undefined if the site is not built. */
  missing(language: string): PageFile | undefined {
    return this.notFound.get(language) ?? this.notFound.get(DEFAULT_LANGUAGE);
  }
}

const robots = (origin: string): string =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

/** @see sitemaps.org protocol 0.9 */
const sitemap = (urls: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** Path of the admin application; its files are below it, and its router handles the rest. */
export const ADMIN_PATH = '/admin';

/** The one page of the admin application. */
export class AdminPage {
  private readonly page: PageFile | undefined;

  /** @param root - the built application; undefined if there is none */
  constructor(root: string) {
    const file = join(root, 'index.html');
    if (existsSync(file)) this.page = new PageFile(readFileSync(file, 'utf8'), 'text/html; charset=utf-8');
  }

  /** The page at a path of the application; undefined for all other paths. */
  at(pathname: string): PageFile | undefined {
    return pathname === ADMIN_PATH || pathname.startsWith(`${ADMIN_PATH}/`) ? this.page : undefined;
  }
}
