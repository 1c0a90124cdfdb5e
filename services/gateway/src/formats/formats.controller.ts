import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRoute } from '../http/api-route.js';
import { sendCacheable } from '../http/cacheable-json.js';
import { formatAnswers, formatParamsSchema, overviewAnswers } from './formats.api.js';
import { FormatsService } from './formats.service.js';

/** What can be converted into what. */
@Controller('api/formats')
export class FormatsController {
  constructor(private readonly formats: FormatsService) {}

  @Get()
  @ApiRoute({
    id: 'listFormats',
    tag: 'Catalogue',
    summary: 'Every format that can be converted, and what each category can become',
    callers: [],
    answers: overviewAnswers,
  })
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.overview);
  }

  @Get(':input')
  @ApiRoute({
    id: 'getFormat',
    tag: 'Catalogue',
    summary: 'One format, what it can become, and the options of each output',
    callers: [],
    params: formatParamsSchema,
    answers: formatAnswers,
  })
  get(@Param('input') input: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.view(input));
  }
}
