import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Response } from 'playwright-core';
import { median } from '../shared/measure.ts';
import { ms, report } from './compare.ts';
import type { RunningStack } from './service.ts';

const RUNS = 7;
/** Long enough for the largest paint of the page to have come. */
const SETTLED_MS = 1_500;
/** All automatic requests of the page have ended by then: it waits at most two seconds for each. */
const QUIET_MS = 6_000;
/** The home page in the language of the shortest texts, and in that of the longest. */
const HOMES = ['/', '/ru'];
const FILES = 1_000;
/** Frames of a scroll through the list, each a step of the wheel. */
const STEPS = 120;

/** Largest contentful paint in milliseconds, and the sum of layout shifts. */
interface Visit {
  lcp: number;
  cls: number;
}

declare global {
  /** What the script in the page has observed. */
  var visit: Visit;
}

/** The measurement of one first visit. */
async function visitPage(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    const seen = { lcp: 0, cls: 0 };
    globalThis.visit = seen;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.lcp = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) seen.cls += Number(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(SETTLED_MS);
  const visit = await page.evaluate(() => globalThis.visit);
  await context.close();
  return visit;
}

/** Bytes of all scripts that a first visit fetches without user input, each file gzipped separately. */
async function scriptBytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const scripts = new Map<string, Promise<Buffer>>();
  context.on('response', (response: Response) => {
    const isScript = response.headers()['content-type']?.includes('javascript');
    // The service worker requests each again and gets it from the browser's cache, without a body.
    if (isScript && !scripts.has(response.url())) scripts.set(response.url(), response.body());
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(QUIET_MS);
  const bodies = await Promise.all(scripts.values());
  await context.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

/** Milliseconds between frames while a list of a thousand files is scrolled through. */
async function scroll(browser: Browser, url: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/?demo=1`);
  await page.waitForTimeout(SETTLED_MS);
  await page.evaluate((count) => {
    const files = new DataTransfer();
    for (let i = 0; i < count; i++)
      files.items.add(new File([`${i}`], `picture ${i}.png`, { type: 'image/png' }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('the page has no input for files');
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, FILES);
  await page.waitForTimeout(SETTLED_MS);
  const frames = await page.evaluate(async (steps) => {
    const gaps: number[] = [];
    let last = performance.now();
    for (let i = 0; i < steps; i++) {
      scrollBy(0, 300);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    return gaps;
  }, STEPS);
  await page.close();
  return frames;
}

/** The home page in a browser: its script, its largest paint, what moves, and a long list. */
export async function benchPage({ url }: RunningStack): Promise<void> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run++) visits.push(await visitPage(browser, url));
    const bytes: number[] = [];
    for (const home of HOMES) bytes.push(await scriptBytes(browser, url + home));
    report(
      'the home page in Chromium, medians of 7 first visits',
      {
        script: `${bytes.map((count) => (count / 1000).toFixed(1)).join(' (English) and ')} (Russian) kB gzipped`,
        'largest paint': ms(median(visits.map(({ lcp }) => lcp)) / 1000),
        shifts: median(visits.map(({ cls }) => cls)).toFixed(3),
      },
      '<= 170 kB, <= 1.5 s, <= 0.05',
    );
    const frames = await scroll(browser, url);
    report('scrolling through 1,000 listed files, a frame', {
      p50: ms(median(frames) / 1000),
      worst: ms(Math.max(...frames) / 1000),
    });
  } finally {
    await browser.close();
  }
}
