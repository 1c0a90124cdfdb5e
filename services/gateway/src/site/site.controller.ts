import { AppError } from '@filemill/errors';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAddress, pathOf, redirectOf } from './addresses.js';
import { AdminPage } from './admin-page.js';
import { SitePages } from './site-pages.js';

/** Every other address: a page of the site in the path's language, the admin application, or the page for no page. */
@Controller()
export class SiteController {
  constructor(
    private readonly pages: SitePages,
    private readonly admin: AdminPage,
  ) {}

  /** @throws {AppError} NOT_FOUND for calls, files and programs, which want no page */
  @Get('*')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const pathname = pathOf(request.url);
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

/** A person who follows a link, and not a page that misses one of its files. */
const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;
