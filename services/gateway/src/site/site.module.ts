import { Module } from '@nestjs/common';
import { SiteController } from './site.controller.js';

/** The site on the same address as the API, for one machine. Imported last: its route takes what no other took. */
@Module({ controllers: [SiteController] })
export class SiteModule {}
