import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsRepository } from './statistics.repository.js';

@Module({
  controllers: [StatisticsController],
  providers: [StatisticsRepository],
  exports: [StatisticsRepository],
})
export class StatisticsModule {}
