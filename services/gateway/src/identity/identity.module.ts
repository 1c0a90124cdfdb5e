import { Global, Module } from '@nestjs/common';
import { IdentityService } from './identity.service.js';
import { ApiKeyStrategy, BearerStrategy } from './strategies.js';

/** Who sends a request; used by the guards of every other module. */
@Global()
@Module({
  providers: [IdentityService, BearerStrategy, ApiKeyStrategy],
  exports: [IdentityService],
})
export class IdentityModule {}
