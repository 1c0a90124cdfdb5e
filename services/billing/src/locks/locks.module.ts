import { Global, Module } from '@nestjs/common';
import { LocksRepository } from './locks.repository.js';
import { LocksService } from './locks.service.js';

@Global()
@Module({ providers: [LocksRepository, LocksService], exports: [LocksService] })
export class LocksModule {}
