import { Global, Module } from '@nestjs/common';
import { IdentityService } from './identity.service.js';

/** Who sends a request; used by the guards of every other module. */
@Global()
@Module({ providers: [IdentityService], exports: [IdentityService] })
export class IdentityModule {}
