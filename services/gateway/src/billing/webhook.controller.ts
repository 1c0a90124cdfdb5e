import { routes } from '@filemill/api';
import { BILLING, type BillingClient } from '@filemill/contracts';
import { Controller, Inject } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';

/** Internal content type of an unparsed body. No other route accepts it. */
const RAW = 'application/vnd.filemill.raw';

/** Passes Stripe's events on unchanged; only billing verifies them. */
@Controller()
export class WebhookController {
  constructor(@Inject(BILLING) private readonly billing: BillingClient) {}

  @Handles(routes.receiveStripeEvent)
  async receive({ body, request }: CallOf<typeof routes.receiveStripeEvent>): Promise<void> {
    const signature = String(request.headers['stripe-signature'] ?? '');
    // Without a body there is no Buffer, and no valid signature.
    await this.billing.receiveWebhook({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature });
  }
}

/**
 * Gives one route its body as a Buffer, whatever the content type, up to the limit of all bodies: a
 * signature covers the bytes, not what a parser made of them.
 */
export function keepRawBody(fastify: FastifyInstance, route: string): void {
  fastify.addContentTypeParser(RAW, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === route) request.raw.headers['content-type'] = RAW;
    done();
  });
}
