import { Module } from '@nestjs/common';
import { ChannelFeed } from './channel-feed.js';
import { ConversionFeed } from './conversion-feed.js';
import { OpenStreams } from './open-streams.js';

/** Changes of conversions as they happen, and the streams that send them to callers. */
@Module({
  providers: [ChannelFeed, ConversionFeed, OpenStreams],
  exports: [ChannelFeed, ConversionFeed, OpenStreams],
})
export class LiveModule {}
