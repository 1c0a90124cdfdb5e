import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Debian's Chromium, silent towards the network. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
  axe: { run(root: Document): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** Findings of axe on what is shown now, one line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // By the debugger, since the page's policy forbids foreign scripts.
  const debug = await page.context().newCDPSession(page);
  await debug.send('Runtime.evaluate', { expression: await readFile(AXE_PATH, 'utf8') });
  const { violations } = await page.evaluate(() => (window as unknown as AxeWindow).axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Shows the page in a theme, once its colours have come to rest: a colour on its way has no contrast of its own. */
export async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.theme === wanted &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    theme,
  );
}
