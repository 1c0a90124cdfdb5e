import type { SiteConfig } from '@filemill/api';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** Values that the build of the pages does not know: the operator, and the receiver of analytics events. */
@Controller('site-config.json')
export class SiteConfigController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  @Get()
  @Header('cache-control', 'public, max-age=60')
  get(): SiteConfig {
    const { config } = this;
    return {
      productName: config.PRODUCT_NAME,
      publicUrl: config.PUBLIC_URL,
      supportEmail: config.SUPPORT_EMAIL,
      analyticsUrl: config.ANALYTICS_URL ?? null,
      operator: {
        name: config.OPERATOR_NAME ?? null,
        address: config.OPERATOR_ADDRESS ?? null,
        register: config.OPERATOR_REGISTER ?? null,
        vat: config.OPERATOR_VAT ?? null,
        email: config.OPERATOR_EMAIL ?? null,
        disputeBody: config.OPERATOR_DISPUTE_BODY ?? null,
        disputeUrl: config.OPERATOR_DISPUTE_URL ?? null,
      },
    };
  }
}
