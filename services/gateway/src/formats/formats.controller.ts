import { routes } from '@filemill/api';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendCacheable } from '../http/etag.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { Catalogue } from './catalogue.js';

/** Formats and their possible conversions. */
@Controller()
export class FormatsController {
  constructor(private readonly catalogue: Catalogue) {}

  @Handles(routes.listFormats)
  list({ request }: CallOf<typeof routes.listFormats>, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.catalogue.overview);
  }

  @Handles(routes.getFormat)
  async get({ params, request }: CallOf<typeof routes.getFormat>, @Res() reply: FastifyReply): Promise<void> {
    sendCacheable(request, reply, await this.catalogue.view(params.input));
  }
}
