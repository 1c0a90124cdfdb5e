import { Module } from '@nestjs/common';
import { UsersRepository } from './users.repository.js';

/** The users of the service. */
@Module({ providers: [UsersRepository], exports: [UsersRepository] })
export class UsersModule {}
