import { Module } from '@nestjs/common';
import { AdminFiguresController } from './figures.controller.js';
import { ResponseTimesPublisher } from './response-times-publisher.js';
import { AdminSettingsController } from './settings.controller.js';
import { AdminSystemController } from './system.controller.js';
import { AdminUsersController } from './users.controller.js';

/** The routes of administrators. */
@Module({
  controllers: [AdminFiguresController, AdminUsersController, AdminSettingsController, AdminSystemController],
  providers: [ResponseTimesPublisher],
})
export class AdminModule {}
