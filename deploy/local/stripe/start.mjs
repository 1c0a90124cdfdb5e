import { StripeClock } from './clock.mjs';
import { createControls } from './controls.mjs';
import { catchUp } from './renewals.mjs';
import { listen } from './server.mjs';
import { Store } from './store.mjs';
import { Webhooks } from './webhooks.mjs';

/** How often it is looked whether something has become due. */
const TICK_MS = 200;

/**
 * Starts an emulator of the parts of Stripe's API that Filemill uses, on a loopback port.
 *
 * @param {object} [options] - see start.d.mts
 * @throws {Error} for a webhook that is not on loopback
 */
export async function startStripe(options = {}) {
  const { port = 0, webhookUrl, webhookSecret = '', clockOffsetFile, stateFile, nowMs, onCall } = options;
  if (webhookUrl && !['127.0.0.1', 'localhost'].includes(new URL(webhookUrl).hostname))
    throw new Error('The emulator of Stripe sends events to loopback only.');
  if (webhookUrl && !webhookSecret) throw new Error('A webhook needs a secret.');
  const store = new Store(stateFile);
  const clock = new StripeClock({ offsetFile: clockOffsetFile, nowMs, shiftS: store.data.shiftS });
  const webhooks = new Webhooks({ store, clock, url: webhookUrl, secrets: webhookSecret.split(',') });
  const world = { store, clock, webhooks, onCall, faults: { away: false, lostAnswers: 0 } };
  const controls = createControls(world);
  const server = await listen(world, controls, port);
  world.url = `http://127.0.0.1:${server.address().port}`;
  webhooks.wake(); // what waited when the last run ended
  const tick = setInterval(() => {
    if (catchUp(world)) store.flush();
  }, TICK_MS);
  return {
    url: world.url,
    controls,
    async stop() {
      clearInterval(tick);
      webhooks.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      store.flush();
    },
  };
}
