import { Module } from '@nestjs/common';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { PlansWatch } from './plans-watch.js';

/** The plan table: defaults, and what administrators have made of them. */
@Module({
  controllers: [PlansController],
  providers: [PlansService, PlansRepository, PlansWatch],
  exports: [PlansService],
})
export class PlansModule {}
