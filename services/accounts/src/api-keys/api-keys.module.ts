import { Module } from '@nestjs/common';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

/** API keys. */
@Module({ providers: [ApiKeysService, ApiKeysRepository], exports: [ApiKeysService, ApiKeysRepository] })
export class ApiKeysModule {}
