import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiRoute } from '../http/api-route.js';
import { sendCacheable } from '../http/cacheable-json.js';
import { OpenApiService } from './openapi.service.js';

const openApiSchema = z.looseObject({ openapi: z.string() });

/** The description of every call, for programs that make clients and documentation. */
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiService) {}

  @Get()
  @ApiRoute({
    id: 'getOpenApi',
    tag: 'Catalogue',
    summary: 'This document',
    callers: [],
    answers: {
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': openApiSchema },
        headers: { ETag: 'Of this body' },
      },
      304: 'As known by `If-None-Match`',
    },
  })
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.openApi.document);
  }
}
