import { Module } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { SiteController } from './site.controller.js';
import { SiteConfigController } from './site-config.controller.js';
import { AdminPage, SitePages } from './site-pages.js';

/** The site on the same address as the API, for one machine. Imported last, because its route matches everything else. */
@Module({
  // The site's controller handles every other address.
  controllers: [SiteConfigController, SiteController],
  providers: [
    {
      provide: SitePages,
      inject: [GATEWAY_CONFIG],
      useFactory: ({ WEB_ROOT, PUBLIC_URL }: GatewayConfig) => new SitePages(WEB_ROOT, PUBLIC_URL),
    },
    {
      provide: AdminPage,
      inject: [GATEWAY_CONFIG],
      useFactory: ({ ADMIN_ROOT }: GatewayConfig) => new AdminPage(ADMIN_ROOT),
    },
  ],
})
export class SiteModule {}
