import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { type CacheableJson, cacheableJson } from '../http/cacheable-json.js';
import { openApiDocument } from './document.js';
import { handledRoutes } from './routes.js';

/** Creates the OpenAPI document once, when all modules are loaded. */
@Injectable()
export class OpenApiService implements OnModuleInit {
  private made: CacheableJson | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  onModuleInit(): void {
    const routes = handledRoutes(this.discovery, this.reflector);
    const { PRODUCT_NAME: productName, SUPPORT_EMAIL: supportEmail } = this.config;
    this.made = cacheableJson(openApiDocument(routes, { productName, supportEmail }));
  }

  get document(): CacheableJson {
    if (!this.made) throw new TypeError('asked before the modules were there');
    return this.made;
  }
}
