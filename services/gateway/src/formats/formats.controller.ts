import { formatsApi } from '@filemill/api';
import { Controller, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from '../http/cacheable-json.js';
import { Handles } from '../http/handles.js';
import { FormatsService } from './formats.service.js';

/** Formats and their possible conversions. */
@Controller()
export class FormatsController {
  constructor(private readonly formats: FormatsService) {}

  @Handles(formatsApi.listFormats)
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.overview);
  }

  @Handles(formatsApi.getFormat)
  get(@Param('input') input: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.view(input));
  }
}
