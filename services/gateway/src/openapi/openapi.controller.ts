import { ROUTES, routes } from '@filemill/api';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { type CacheableJson, cacheableJson, sendCacheable } from '../http/etag.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { openApiDocument } from './document.js';

/** The description of all routes, for generators of clients and documentation; created once. */
@Controller()
export class OpenApiController {
  private readonly document: CacheableJson;

  constructor(@Inject(GATEWAY_CONFIG) { PRODUCT_NAME, SUPPORT_EMAIL }: GatewayConfig) {
    const settings = { productName: PRODUCT_NAME, supportEmail: SUPPORT_EMAIL };
    this.document = cacheableJson(openApiDocument(ROUTES, settings));
  }

  @Handles(routes.getOpenApi)
  get({ request }: CallOf<typeof routes.getOpenApi>, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.document);
  }
}
