import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { goneSignal } from '../http/gone.js';
import { knownOwnerOf } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { ApiRoute } from '../openapi/api-route.js';
import { CallerWatch } from '../streams/caller-watch.js';
import { OpenStreams } from '../streams/open-streams.js';
import { followedBy, linkTo } from '../streams/stream-bounds.js';
import { AccessService } from './access.service.js';
import { ConversionEvents } from './conversion-events.js';
import { followConversionRoute } from './conversions.api.js';
import { sendEvents } from './event-stream.js';

/** `GET /api/conversions/{id}/events`, for its owner or with the signed token of `eventsUrl`. */
@Controller('api/conversions')
export class EventsController {
  constructor(
    private readonly access: AccessService,
    private readonly events: ConversionEvents,
    private readonly streams: OpenStreams,
    private readonly identity: IdentityService,
    private readonly drain: Drain,
  ) {}

  @Get(':id/events')
  @ApiRoute(followConversionRoute)
  async follow(
    @Param('id') id: string,
    @Query('token') token: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = await this.access.callerFor(request, id, token, 'events');
    const owner = caller && knownOwnerOf(caller);
    const gone = goneSignal(reply);
    this.streams.open(caller ? 'one' : 'link', caller ? followedBy(caller) : linkTo(id), gone);
    const ends = [this.drain.begun, gone];
    // A link is good until its own end, whoever has it.
    if (caller) ends.push(new CallerWatch(this.identity, request, caller, gone).signal);
    sendEvents(reply, await this.events.open(id, owner, AbortSignal.any(ends)));
  }
}
