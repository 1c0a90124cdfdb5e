import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

/** What an administrator can change at run time. */
@Module({ controllers: [SettingsController], providers: [SettingsService] })
export class SettingsModule {}
