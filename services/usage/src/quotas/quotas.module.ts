import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { QuotasRepository } from './quotas.repository.js';
import { QuotasService } from './quotas.service.js';

@Module({
  imports: [PlansModule],
  providers: [QuotasService, QuotasRepository],
  exports: [QuotasService, QuotasRepository],
})
export class QuotasModule {}
