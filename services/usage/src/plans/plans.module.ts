import { Module } from '@nestjs/common';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { PlansWatch } from './plans-watch.js';

/** The plan table: the defaults, and the versions of administrators. */
@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository, PlansWatch],
  exports: [PlansService],
})
export class PlansModule {}
