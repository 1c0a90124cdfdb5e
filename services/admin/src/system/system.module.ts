import { Module } from '@nestjs/common';
import { DatabaseRepository } from './database.repository.js';
import { GatewayResponseTimes } from './response-times.service.js';
import { Samples } from './samples.service.js';
import { SystemController } from './system.controller.js';
import { SystemService } from './system.service.js';

/** Status of services, queues, Postgres and the machine. */
@Module({
  controllers: [SystemController],
  providers: [SystemService, Samples, DatabaseRepository, GatewayResponseTimes],
})
export class SystemModule {}
