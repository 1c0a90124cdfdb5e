import { AppError } from '@filemill/errors';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAddress, rawPathOf, redirectOf } from './addresses.js';
import { AdminPage, SitePages } from './site-pages.js';

/** All other addresses: a page of the site in the path's language, the admin application, or the 404 page. */
@Controller()
export class SiteController {
  constructor(
    private readonly pages: SitePages,
    private readonly admin: AdminPage,
  ) {}

  /** @throws {AppError} NOT_FOUND for API calls, files and clients that do not accept HTML */
  @Get('*')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const pathname = rawPathOf(request.url);
    if (pathname === '/api' || pathname.startsWith('/api/')) throw new AppError('NOT_FOUND');
    const address = parseAddress(pathname, this.pages.languages);
    const isPage = (path: string) => this.pages.page(address.language, path) !== undefined;
    const target = redirectOf(pathname, address, isPage);
    if (target !== undefined && this.pages.languages.size > 0) {
      void reply.redirect(target, 302);
      return;
    }
    const page =
      this.pages.page(address.language, address.path) ??
      (isFile(pathname) ? this.pages.text(pathname) : this.admin.at(pathname));
    if (page) {
      page.send(request, reply);
      return;
    }
    const missing = this.pages.missing(address.language);
    if (!missing || (isFile(pathname) && !wantsPage(request))) throw new AppError('NOT_FOUND');
    missing.send(request, reply, 404);
  }
}

const isFile = (pathname: string): boolean => pathname.slice(pathname.lastIndexOf('/')).includes('.');

/** Whether a person follows a link, not a page that loads a missing file. */
const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;
