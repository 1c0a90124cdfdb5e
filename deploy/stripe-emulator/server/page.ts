import { GOOD_CARD } from '../core/cards.ts';
import { StripeFault } from '../core/faults.ts';
import type { Answer, Recurring, Session, StripeCall } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { paySession } from '../objects/pay-session.ts';
import { lineItemsOf } from '../objects/sessions.ts';

/** The payment page of a checkout session: shows what is bought, and a form that pays it and leads to success_url. */
export function paymentPage(world: World, id: string, { method, body }: StripeCall): Answer {
  const session = world.store.get('sessions', id);
  if (!session) return html(404, layout('Not found', '<p>There is no such checkout session.</p>'));
  if (method !== 'POST') return html(200, render(world, session));
  const typed = Object.fromEntries(new URLSearchParams(body));
  try {
    paySession(world, id, typed);
    return { status: 303, headers: { location: successUrlOf(session) }, text: '' };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return html(error.status, render(world, session, error.message));
  }
}

const successUrlOf = ({ id, success_url: url }: Session): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

function render(world: World, session: Session, problem?: string): string {
  if (session.status !== 'open')
    return layout(
      'Checkout',
      `<p>This checkout session is ${session.status}. Nothing is left to pay here.</p>`,
    );
  const lines = lineItemsOf(world, session.id).map(
    ({ description, amount_total: amount, price }) =>
      `<tr><td>${escapeHtml(description)}</td><td>${escapeHtml(money(amount, price.currency))} ${escapeHtml(period(price.recurring))}</td></tr>`,
  );
  const email = session.customer_details?.email;
  return layout(
    'Checkout',
    `<table>${lines.join('')}<tr><th>Due today</th><th>${escapeHtml(money(session.amount_total, session.currency))}</th></tr></table>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post">
  ${email ? `<p>E-mail: ${escapeHtml(email)}</p>` : '<label>E-mail <input name="email" type="email" required></label>'}
  <label>Test card <input name="card" inputmode="numeric" autocomplete="off" required value="${GOOD_CARD}"></label>
  <p><small>4242 4242 4242 4242 is paid, 4000 0000 0000 0002 is declined.</small></p>
  <button>Pay ${escapeHtml(money(session.amount_total, session.currency))}</button>
</form>
${session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : ''}`,
  );
}

const layout = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (Stripe emulator)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #1a1a1a; }
  table { width: 100%; border-collapse: collapse; }
  td, th { padding: .5rem 0; border-bottom: 1px solid #ddd; text-align: left; }
  td:last-child, th:last-child { text-align: right; }
  label { display: block; margin: 1rem 0; }
  input, button { display: block; box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; }
  [role=alert] { color: #a40000; font-weight: 600; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>A payment page for tests: no money moves, and no real card belongs here.</p>
${content}
</body>
</html>
`;

const html = (status: number, text: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: browsers apply it to the redirect to success_url as well.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
  },
  text,
});

const money = (amountMinor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amountMinor / 100);

const period = ({ interval, interval_count: count }: Recurring): string =>
  count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
