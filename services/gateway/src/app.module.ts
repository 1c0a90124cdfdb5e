import { type Runtime, RuntimeModule } from '@filemill/platform';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { BillingModule } from './billing/billing.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { ConvertModule } from './convert/convert.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { EventsModule } from './events/events.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { FormatsModule } from './formats/formats.module.js';
import { HistoryModule } from './history/history.module.js';
import { Drain } from './http/drain.js';
import { Listeners } from './http/listeners.js';
import { createHttpMetrics, HTTP_METRICS } from './http/metrics.js';
import { IdentityModule } from './identity/identity.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PlansModule } from './plans/plans.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SiteModule } from './site/site.module.js';

/** The gateway: each folder next to this file is one group of routes. */
@Global()
@Module({})
export class AppModule {
  static register(runtime: Runtime, config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.register(runtime),
        ClientsModule,
        PlansModule,
        IdentityModule,
        RateLimitsModule,
        AccountsModule,
        AdminModule,
        BillingModule,
        ConvertModule,
        DownloadsModule,
        EventsModule,
        FormatsModule,
        HistoryModule,
        FiguresModule,
        OpenApiModule,
        SiteModule,
      ],
      providers: [
        Drain,
        Listeners,
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: HTTP_METRICS, useValue: createHttpMetrics(runtime.ops.registry) },
      ],
      exports: [Drain, Listeners, GATEWAY_CONFIG, HTTP_METRICS],
    };
  }
}
