import { Module } from '@nestjs/common';
import { ConversionsModule } from '../conversions/conversions.module.js';
import { HistoryModule } from '../history/history.module.js';
import { AnalyticsController } from './analytics.controller.js';
import { KeyController } from './key.controller.js';
import { SignInController } from './sign-in.controller.js';
import { UserController } from './user.controller.js';
import { UserExport } from './user-export.js';
import { UserPages } from './user-pages.js';

/** Users, their sessions and keys, and the pages about their own account. */
@Module({
  imports: [ConversionsModule, HistoryModule],
  controllers: [SignInController, UserController, AnalyticsController, KeyController],
  providers: [UserPages, UserExport],
})
export class AccountsModule {}
