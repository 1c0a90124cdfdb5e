import { conversionsApi } from '@filemill/api';
import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessService } from '../conversions/access.service.js';
import { disconnectSignal } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { Handles } from '../http/handles.js';
import { knownOwnerOf } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { CallerWatch } from '../live/caller-watch.js';
import { sendEvents } from '../live/event-stream.js';
import { OpenStreams } from '../live/open-streams.js';
import { conversionStreamBounds, linkStreamBounds } from '../live/stream-bounds.js';
import { ConversionEvents } from './conversion-events.js';

/** `GET /api/conversions/{id}/events`, for its owner or with the signed token of `eventsUrl`. */
@Controller()
export class ConversionEventsController {
  constructor(
    private readonly access: AccessService,
    private readonly events: ConversionEvents,
    private readonly streams: OpenStreams,
    private readonly identity: IdentityService,
    private readonly drain: Drain,
  ) {}

  @Handles(conversionsApi.followConversion)
  async follow(
    @Param('id') id: string,
    @Query('token') token: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = await this.access.callerFor(request, id, token, 'events');
    const owner = caller && knownOwnerOf(caller);
    const disconnected = disconnectSignal(reply);
    this.streams.open(
      caller ? 'one' : 'link',
      caller ? conversionStreamBounds(caller) : linkStreamBounds(id),
      disconnected,
    );
    const ends = [this.drain.begun, disconnected];
    // A link is valid until it expires, for everybody who has it.
    if (caller) ends.push(new CallerWatch(this.identity, request, caller, disconnected).signal);
    sendEvents(reply, await this.events.open(id, owner, AbortSignal.any(ends)));
  }
}
