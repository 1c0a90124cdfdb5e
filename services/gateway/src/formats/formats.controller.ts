import { routes } from '@filemill/api';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { Catalogue } from './catalogue.js';

/** Formats and their possible conversions. */
@Controller()
export class FormatsController {
  constructor(private readonly catalogue: Catalogue) {}

  @Handles(routes.listFormats)
  list({ request }: CallOf<typeof routes.listFormats>, @Res() reply: FastifyReply): void {
    this.catalogue.overview.send(request, reply);
  }

  @Handles(routes.getFormat)
  async get({ params, request }: CallOf<typeof routes.getFormat>, @Res() reply: FastifyReply): Promise<void> {
    (await this.catalogue.view(params.input)).send(request, reply);
  }

  @Handles(routes.listOptions)
  async options({ request }: CallOf<typeof routes.listOptions>, @Res() reply: FastifyReply): Promise<void> {
    (await this.catalogue.options()).send(request, reply);
  }
}
