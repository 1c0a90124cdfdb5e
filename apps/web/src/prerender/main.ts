import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_IDS, type Language } from '@filemill/product';
import { createI18n, PRODUCT_NAME } from '@filemill/web-client';
import type { i18n } from 'i18next';
import { type Head, headOf } from '../app/head/head-tags.js';
import { NOT_FOUND, PAGES, SHARED_NAMESPACES, type SitePage } from '../app/pages.js';
import { loadTexts } from '../app/texts.js';
import { localPath } from '../lib/local-path.js';
import { ORIGIN_PLACEHOLDER } from '../lib/public-origin.js';
import { fillPublicFile, LANGUAGE_LIST, type PublicValues } from './public-files.js';
import { offlinePage, renderPage } from './render-page.js';
import { fillTemplate, type Manifest, preloads, withoutPrograms } from './template.js';

/** Where a style sheet first names a layer. */
const placeOf = (css: string, layer: string): number => css.search(new RegExp(`@layer ${layer}\\b`));

/**
 * Holds that the page's style sheet names the layers in their order: another one would let the base override all
 * components. It breaks when a component's style sheet is imported before `styles/index.css`.
 *
 * @throws {Error} when it does not
 */
function checkLayerOrder(css: string): void {
  const order = ['base', 'components', 'utilities'].map((layer) => placeOf(css, layer));
  if (order.some((place, index) => place < (order[index - 1] ?? 0))) {
    throw new Error('style layers out of order: main.tsx must import styles/index.css first');
  }
}

/** Writes the pages of the site into `<dist>/pages/<language>/<id>.html`, for the server; lies in `<dist>/prerender`. */
const DIST = fileURLToPath(new URL('..', import.meta.url));
const TEMPLATE = join(DIST, 'index.html');
const MANIFEST = join(DIST, 'manifest.json');

const template = await readFile(TEMPLATE, 'utf8');
const manifestText = await readFile(MANIFEST, 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
for (const file of manifest['index.html']?.css ?? [])
  checkLayerOrder(await readFile(join(DIST, file), 'utf8'));
const pages = [...PAGES, NOT_FOUND];
await Promise.all(pages.map(({ preload }) => preload()));

async function htmlOf(page: SitePage, language: Language, texts: i18n): Promise<string> {
  const namespaces = [...SHARED_NAMESPACES, ...page.namespaces];
  const t = texts.getFixedT(language, 'seo');
  const head = headOf({
    page,
    language,
    title: t(`${page.id}.title`),
    description: t(`${page.id}.description`),
    origin: ORIGIN_PLACEHOLDER,
  });
  const textFiles = namespaces.flatMap((name) => {
    const own = `locales/${language}/${name}.json`;
    return manifest[own] ? own : `locales/en/${name}.json`;
  });
  return fillTemplate(template, {
    language,
    head,
    links: preloads(manifest, [page.module, ...textFiles]),
    // What depends on who is signed in is drawn by the browser alone.
    content: page.isPublic ? await renderPage(localPath(language, page.path), texts) : '',
  });
}

/** Kept by the browser for the pages that it does not have; nobody is led to it. */
function offlineHtml(language: Language, texts: i18n): string {
  const t = texts.getFixedT(language);
  const title = t('common:offline.title');
  const head: Head = { title, tags: [{ name: 'meta', attributes: { name: 'robots', content: 'noindex' } }] };
  return fillTemplate(withoutPrograms(template), { language, head, links: '', content: offlinePage(t) });
}

async function complete(file: string, values: PublicValues): Promise<void> {
  const path = join(DIST, file);
  await writeFile(path, fillPublicFile(await readFile(path, 'utf8'), values));
}

for (const language of LANGUAGE_IDS) {
  const namespaces = new Set([...SHARED_NAMESPACES, 'seo', ...pages.flatMap((page) => page.namespaces)]);
  const texts = await createI18n(loadTexts, language, [...namespaces]);
  for (const page of pages) {
    const file = join(DIST, 'pages', language, `${page.id}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await htmlOf(page, language, texts));
  }
  await writeFile(join(DIST, 'pages', language, 'offline.html'), offlineHtml(language, texts));
}
await complete('manifest.webmanifest', { PRODUCT_NAME });
await complete('language.js', { LANGUAGES: LANGUAGE_LIST });
const BUILD = createHash('sha256').update(manifestText).digest('hex').slice(0, 16);
await complete('sw.js', { BUILD, LANGUAGES: LANGUAGE_LIST });
// What is left is what the server serves.
await Promise.all([TEMPLATE, MANIFEST, join(DIST, 'prerender')].map((path) => rm(path, { recursive: true })));
console.log(`wrote ${pages.length} pages in ${LANGUAGE_IDS.length} languages`);
