import { Module } from '@nestjs/common';
import { SessionsRepository } from './sessions.repository.js';

/** Who is signed in. */
@Module({ providers: [SessionsRepository], exports: [SessionsRepository] })
export class SessionsModule {}
