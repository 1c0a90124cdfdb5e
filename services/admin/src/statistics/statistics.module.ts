import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** How the product does. */
@Module({ controllers: [StatisticsController], providers: [StatisticsService] })
export class StatisticsModule {}
