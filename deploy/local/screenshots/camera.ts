import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How long a screen may take to come to rest. */
const QUIET_MS = 15_000;
/** Longest span of a transition. */
const MOVED_MS = 350;

const CONSENT = { analytics: false, marketing: false, functional: true };

const addressOf = (language: string, path: string): string =>
  language === 'en' || path.startsWith('/admin') ? path : `/${language}${path.replace(/^\/(?=\?|$)/, '')}`;

/** A signed-in user, as the login answers. */
export interface Session {
  readonly token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** How the screens are seen. */
export interface Look {
  /** Absent for a visitor who is not signed in. */
  readonly session: Session | undefined;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  /** Files that are dropped. */
  readonly files: readonly string[];
  /** A video, which has the most options. */
  readonly film: string;
  /** A zip, whose files can be listed. */
  readonly archive: string;
}

/** One screen. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Whether the visitor has answered the question about cookies; true by default. */
  readonly consent?: boolean;
  /** Done before the picture is taken. */
  readonly act?: (page: Page, look: Look) => Promise<void>;
}

/** A user's browser. */
async function newContext(
  browser: Browser,
  url: string,
  look: Look,
  consent: boolean,
): Promise<BrowserContext> {
  const { session, language, theme, viewport } = look;
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const kept: Record<string, string> = {
    preferredLanguage: language,
    'filemill-language': language,
    ...(consent && {
      cookie_consent: JSON.stringify({ ...CONSENT, timestamp: new Date().toISOString() }),
    }),
    ...(session && { token: session.token, userData: JSON.stringify(session.user) }),
  };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return context;
}

/** A live page has a stream that never ends: what is shown decides. */
const withoutAnimations = (page: Page) =>
  page.waitForFunction(
    async () => {
      await document.fonts.ready;
      return document.querySelector('h1') && !document.querySelector('.sk, main > [aria-busy=true]');
    },
    undefined,
    { timeout: QUIET_MS },
  );

/**
 * Takes a picture of each screen, with all that lies below the fold.
 *
 * @param fileOf - path of the picture of a screen
 * @returns what went wrong, one line each: a screen that did not load, and a page that is wider than the window
 */
export async function takePictures(
  browser: Browser,
  url: string,
  screens: readonly Screen[],
  look: Look,
  fileOf: (name: string) => string,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, path, consent = true, act } of screens) {
    const context = await newContext(browser, url, look, consent);
    const page = await context.newPage();
    try {
      await page.goto(addressOf(look.language, path));
      await withoutAnimations(page);
      await act?.(page, look);
      await page.waitForTimeout(MOVED_MS);
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widthPx > look.viewport.width) findings.push(`${fileOf(name)}: ${widthPx} px wide`);
    } catch (error) {
      findings.push(`${fileOf(name)}: ${(error as Error).message.split('\n')[0]}`);
    }
    // Of a layer above the page, what the window shows; a long page is taken whole.
    await page.screenshot({ path: fileOf(name), fullPage: !act });
    await context.close();
  }
  return findings;
}
