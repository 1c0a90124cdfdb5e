import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { EndingsRepository } from './endings.repository.js';
import { Endings } from './endings.service.js';

/** Ends conversions, for any reason. */
@Module({
  imports: [ConversionsModule],
  providers: [Endings, EndingsRepository],
  exports: [Endings],
})
export class EndingsModule {}
