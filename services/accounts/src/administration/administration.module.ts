import { Module } from '@nestjs/common';
import { ProfileModule } from '../profile/profile.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationRepository } from './administration.repository.js';
import { AdministrationService } from './administration.service.js';

/** Users, as administrators see them. */
@Module({
  imports: [ProfileModule],
  controllers: [AdministrationController],
  providers: [AdministrationService, AdministrationRepository],
})
export class AdministrationModule {}
