import { conversionsApi } from '@filemill/api';
import { Controller, Headers, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disconnectSignal } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { Handles } from '../http/handles.js';
import { CallerGuard, CurrentCaller } from '../identity/caller.guard.js';
import type { Caller } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { CallerWatch } from '../live/caller-watch.js';
import { sendEvents } from '../live/event-stream.js';
import { OpenStreams } from '../live/open-streams.js';
import { callerStreamBounds } from '../live/stream-bounds.js';
import { OwnerEvents } from './owner-events.js';

/** `GET /api/events`: all conversions and counters of the caller, when they change. */
@Controller()
@UseGuards(CallerGuard)
export class OwnerEventsController {
  constructor(
    private readonly events: OwnerEvents,
    private readonly streams: OpenStreams,
    private readonly identity: IdentityService,
    private readonly drain: Drain,
  ) {}

  @Handles(conversionsApi.followEverything)
  async follow(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentCaller() caller: Caller,
    @Headers('last-event-id') lastEventId?: string,
  ): Promise<void> {
    const disconnected = disconnectSignal(reply);
    this.streams.open('all', callerStreamBounds(caller), disconnected);
    const watch = new CallerWatch(this.identity, request, caller, disconnected);
    const signal = AbortSignal.any([this.drain.begun, disconnected, watch.signal]);
    sendEvents(reply, await this.events.open(watch, lastEventId, signal));
  }
}
