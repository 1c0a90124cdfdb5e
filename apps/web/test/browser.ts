import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Debian's Chromium, silent towards the network. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

/** Collects what the page's policy forbids and what its scripts throw, as it happens. */
export function watchPage(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted ?Type/i.test(text)) complaints.push(text);
  });
  return complaints;
}

interface AxeWindow {
  axe: {
    run(
      root: Document,
      options: { resultTypes: ['violations'] },
    ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/**
 * Lets what follows see nothing on its way: a colour between two others has no contrast of its own,
 * and one may set out at any moment. A constructed sheet, since the page's policy forbids foreign ones.
 */
export async function atRest<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(() => {
    const rest = new CSSStyleSheet();
    rest.replaceSync(
      '*, ::before, ::after { transition: none !important; animation-delay: 0s !important; animation-duration: 0s !important; }',
    );
    document.adoptedStyleSheets.push(rest);
    return rest;
  });
  const found = await look();
  await sheet.evaluate((rest) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rest);
  });
  return found;
}

/** Findings of axe on what is shown once it has come to rest, one line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // By the debugger, since the page's policy forbids foreign scripts.
    const debug = await page.context().newCDPSession(page);
    await debug.send('Runtime.evaluate', { expression: await readFile(AXE_PATH, 'utf8') });
  }
  // Put into words in the page: what passed is a hundred times as much, and would all be handed over.
  return atRest(page, () =>
    page.evaluate(async () => {
      const { axe } = window as unknown as AxeWindow;
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }),
  );
}

/** Shows the page in a theme. */
async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

/** Findings of axe in light and in dark, one line each. */
export async function axeFindingsOfThemes(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await wear(page, theme);
    findings.push(...(await axeFindings(page)).map((finding) => `${theme}: ${finding}`));
  }
  return findings;
}

/** Waits until the built page answers: until the part that `selector` names belongs to React. */
export async function awake(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
}
