import { readSiteConfig } from './api/public-data.js';
import { readConsent } from './consent.js';

/** What may be counted. Amounts are in the currency's smallest unit. */
export type AnalyticsEvent =
  | { readonly name: 'registration' }
  | { readonly name: 'subscription_purchase'; readonly amountMinor: number; readonly currency: string }
  | { readonly name: 'file_conversion' };

/** Value of a conversion, from the specification: 0.1 euro. */
const CONVERSION_VALUE = { amountMinor: 10, currency: 'EUR' };

let endpoint: Promise<string | null> | undefined;

/** The endpoint for events; after a failed read the next event reads it again. */
function readEndpoint(): Promise<string | null> {
  endpoint ??= readSiteConfig().then(
    ({ analyticsUrl }) => analyticsUrl,
    () => {
      endpoint = undefined;
      return null;
    },
  );
  return endpoint;
}

async function send(event: AnalyticsEvent): Promise<void> {
  const url = await readEndpoint();
  if (!url || !readConsent()?.analytics) return;
  const value = event.name === 'file_conversion' ? CONVERSION_VALUE : {};
  // Plain text needs no preflight; nothing that identifies the visitor goes along.
  await fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify({ ...event, ...value, at: new Date().toISOString() }),
  });
}

/**
 * Counts an event: `track({ name: 'file_conversion' })`. Does nothing until the operator has configured an endpoint
 * (`ANALYTICS_URL`) and the visitor has agreed to analytics; never throws and never waits.
 */
export function track(event: AnalyticsEvent): void {
  if (!readConsent()?.analytics) return;
  // An event that does not arrive is lost: it must not disturb what the visitor does.
  send(event).catch(() => undefined);
}
