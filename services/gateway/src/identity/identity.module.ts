import { Global, Module } from '@nestjs/common';
import { IdentityService } from './identity.service.js';
import { ApiKeyStrategy, BearerStrategy } from './strategies.js';

/** Identifies the sender of a request, for the guards of all modules. */
@Global()
@Module({
  providers: [IdentityService, BearerStrategy, ApiKeyStrategy],
  exports: [IdentityService],
})
export class IdentityModule {}
