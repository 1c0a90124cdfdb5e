import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Debian's Chromium, without requests of its own. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

/** Collects what the page's policy forbids and what its scripts throw, as it happens. */
export function watchPage(page: Page): readonly string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted ?Type/i.test(text)) pageErrors.push(text);
  });
  return pageErrors;
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
 * Runs a check without animations: during a transition, colours have no defined contrast, and one may start at any
 * moment. Uses a constructed style sheet, since the page's policy forbids others.
 */
export async function withoutAnimations<T>(page: Page, check: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(() => {
    const rest = new CSSStyleSheet();
    rest.replaceSync(
      '*, ::before, ::after { transition: none !important; animation-delay: 0s !important; animation-duration: 0s !important; }',
    );
    document.adoptedStyleSheets.push(rest);
    return rest;
  });
  const found = await check();
  await sheet.evaluate((rest) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rest);
  });
  return found;
}

/** Findings of axe on the page without animations, one line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // By the debugger, since the page's policy forbids foreign scripts.
    const debug = await page.context().newCDPSession(page);
    await debug.send('Runtime.evaluate', { expression: await readFile(AXE_PATH, 'utf8') });
  }
  // Formatted in the page: the checks that passed are a hundred times as many, and would all be transferred.
  return withoutAnimations(page, () =>
    page.evaluate(async () => {
      const { axe } = window as unknown as AxeWindow;
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }),
  );
}

/** Shows the page in a theme. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

/** Findings of axe in the light and in the dark theme, one line each. */
export async function axeFindingsOfThemes(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    findings.push(...(await axeFindings(page)).map((finding) => `${theme}: ${finding}`));
  }
  return findings;
}

/** Waits until React has hydrated the element of a prerendered page that `selector` names. */
export async function waitForHydration(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
}
