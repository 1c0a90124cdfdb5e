/** The emulator as a process of a local stack: PORT, WEBHOOK_URL, WEBHOOK_SECRET, CLOCK_OFFSET_FILE, STATE_FILE. */
import { startStripe } from './server/start.ts';

const { PORT, WEBHOOK_URL, WEBHOOK_SECRET, CLOCK_OFFSET_FILE, STATE_FILE } = process.env;

const stripe = await startStripe({
  port: Number(PORT ?? 0),
  webhookUrl: WEBHOOK_URL,
  webhookSecret: WEBHOOK_SECRET,
  clockOffsetFile: CLOCK_OFFSET_FILE,
  stateFile: STATE_FILE,
});
console.log(`Stripe emulator on ${stripe.url}`);

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stripe.stop());
