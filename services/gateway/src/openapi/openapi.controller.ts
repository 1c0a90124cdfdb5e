import { openApi } from '@filemill/api';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from '../http/cacheable-json.js';
import { Handles } from '../http/handles.js';
import { OpenApiService } from './openapi.service.js';

/** The description of all routes, for generators of clients and documentation. */
@Controller()
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  @Handles(openApi.getOpenApi)
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.openApi.document);
  }
}
