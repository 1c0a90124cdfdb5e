import { Module } from '@nestjs/common';
import { SessionsRepository } from './sessions.repository.js';

/** Sessions of users. */
@Module({ providers: [SessionsRepository], exports: [SessionsRepository] })
export class SessionsModule {}
