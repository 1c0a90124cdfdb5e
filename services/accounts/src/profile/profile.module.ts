import { Module } from '@nestjs/common';
import { DeletionService } from './deletion.service.js';
import { UserView } from './user.view.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** What users see and change in their own account. */
@Module({
  controllers: [UsersController],
  providers: [UsersService, DeletionService, UserView],
  exports: [UserView],
})
export class ProfileModule {}
