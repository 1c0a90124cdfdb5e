/** How long a screen may take to come to rest. */
const QUIET_MS = 15_000;
/** Longest span of a transition. */
const MOVED_MS = 350;

const CONSENT = { analytics: false, marketing: false, functional: true };

const addressOf = (language, path) =>
  language === 'en' || path.startsWith('/admin') ? path : `/${language}${path.replace(/^\/(?=\?|$)/, '')}`;

/** A browser of somebody, in a language, a light and a size. */
async function aContext(browser, { url, session, language, theme, viewport, consent }) {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const kept = {
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
const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.sk, main > [aria-busy=true]') &&
      document.fonts.ready,
    undefined,
    { timeout: QUIET_MS },
  );

/**
 * Takes a picture of each screen, with all that lies below the fold.
 *
 * @param looks - `{ session, language, theme, viewport, files }`
 * @param fileOf - path of the picture of a screen
 * @returns what went wrong, one line each: a screen that did not come, and a page that is wider than the window
 */
export async function takePictures(browser, url, screens, looks, fileOf) {
  const findings = [];
  for (const { name, path, consent = true, act } of screens) {
    const context = await aContext(browser, { url, ...looks, consent });
    const page = await context.newPage();
    try {
      await page.goto(addressOf(looks.language, path));
      await atRest(page);
      await act?.(page, looks);
      await page.waitForTimeout(MOVED_MS);
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widthPx > looks.viewport.width) findings.push(`${fileOf(name)}: ${widthPx} px wide`);
    } catch (error) {
      findings.push(`${fileOf(name)}: ${error.message.split('\n')[0]}`);
    }
    // Of a layer above the page, what the window shows; a long page is taken whole.
    await page.screenshot({ path: fileOf(name), fullPage: !act });
    await context.close();
  }
  return findings;
}
