import { ROUTES, routes } from '@filemill/api';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { type PackedText, packedJson } from '../http/packed-text.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { openApiDocument } from './document.js';

/** The description of all routes, for generators of clients and documentation; created once. */
@Controller()
export class OpenApiController {
  private readonly document: PackedText;

  constructor(@Inject(GATEWAY_CONFIG) { PRODUCT_NAME, SUPPORT_EMAIL }: GatewayConfig) {
    const settings = { productName: PRODUCT_NAME, supportEmail: SUPPORT_EMAIL };
    this.document = packedJson(openApiDocument(ROUTES, settings));
  }

  @Handles(routes.getOpenApi)
  get({ request }: CallOf<typeof routes.getOpenApi>, @Res() reply: FastifyReply): void {
    this.document.send(request, reply);
  }
}
