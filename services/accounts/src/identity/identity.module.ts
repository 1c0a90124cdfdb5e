import { Module } from '@nestjs/common';
import { IdentityController } from './identity.controller.js';
import { IdentityRepository } from './identity.repository.js';
import { IdentityService } from './identity.service.js';

/** Identifies callers. */
@Module({
  controllers: [IdentityController],
  providers: [IdentityService, IdentityRepository],
})
export class IdentityModule {}
