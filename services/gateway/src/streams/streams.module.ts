import { Module } from '@nestjs/common';
import { OpenStreams } from './open-streams.js';

/** What holds for every stream of events. */
@Module({ providers: [OpenStreams], exports: [OpenStreams] })
export class StreamsModule {}
