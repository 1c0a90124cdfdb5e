import { AppError } from '@filemill/errors';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every other address: a page of the site, which its own router shows, or nothing. */
@Controller()
export class SiteController {
  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = new URL(request.url, 'http://localhost').pathname;
    const isFile = path.slice(path.lastIndexOf('/')).includes('.');
    if (path === '/api' || path.startsWith('/api/') || isFile || !('sendFile' in reply)) {
      throw new AppError('NOT_FOUND');
    }
    await reply.sendFile('index.html');
  }
}
