import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CacheableJson, FormatsService } from './formats.service.js';

/** What can be converted into what. */
@Controller('api/formats')
export class FormatsController {
  constructor(private readonly formats: FormatsService) {}

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.overview);
  }

  @Get(':input')
  get(@Param('input') input: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCacheable(request, reply, this.formats.view(input));
  }
}

/** Kept for five minutes, then compared by ETag. */
function sendCacheable(request: FastifyRequest, reply: FastifyReply, { json, etag }: CacheableJson): void {
  const known = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  if (known?.includes(etag) || known?.includes('*')) void reply.code(304).send();
  else void reply.type('application/json; charset=utf-8').send(json);
}
