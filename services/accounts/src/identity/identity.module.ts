import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { IdentityController } from './identity.controller.js';
import { IdentityRepository } from './identity.repository.js';
import { IdentityService } from './identity.service.js';

/** Identifies callers. */
@Module({
  imports: [ApiKeysModule],
  controllers: [IdentityController],
  providers: [IdentityService, IdentityRepository],
})
export class IdentityModule {}
