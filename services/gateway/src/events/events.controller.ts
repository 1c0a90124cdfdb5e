import { routes } from '@filemill/api';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { disconnectSignal } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { ownerForReader } from '../identity/caller.js';
import { Identity } from '../identity/identity.js';
import { CallerWatch } from '../live/caller-watch.js';
import { sendEvents } from '../live/event-stream.js';
import {
  callerStreamBounds,
  conversionStreamBounds,
  linkStreamBounds,
  OpenStreams,
} from '../live/open-streams.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { ConversionEvents } from './conversion-events.js';
import { OwnerEvents } from './owner-events.js';

/** Event streams: of one conversion, and of all conversions and counters of a caller. */
@Controller()
export class EventsController {
  constructor(
    private readonly conversionEvents: ConversionEvents,
    private readonly ownerEvents: OwnerEvents,
    private readonly streams: OpenStreams,
    private readonly identity: Identity,
    private readonly drain: Drain,
  ) {}

  /** For its owner, or with the signed token of `eventsUrl`. */
  @Handles(routes.followConversion)
  async followConversion(
    { caller, params: { id }, request }: CallOf<typeof routes.followConversion>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const owner = ownerForReader(caller);
    const disconnected = disconnectSignal(reply);
    const ends = [this.drain.begun, disconnected];
    if (caller.kind === 'link') {
      // Valid until it expires, for everybody who has it.
      this.streams.open('link', linkStreamBounds(id), disconnected);
    } else {
      this.streams.open('one', conversionStreamBounds(caller), disconnected);
      ends.push(new CallerWatch(this.identity, request, caller, disconnected).signal);
    }
    sendEvents(reply, await this.conversionEvents.open(id, owner, AbortSignal.any(ends)));
  }

  @Handles(routes.followEverything)
  async followEverything(
    { caller, request }: CallOf<typeof routes.followEverything>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const disconnected = disconnectSignal(reply);
    this.streams.open('all', callerStreamBounds(caller), disconnected);
    const watch = new CallerWatch(this.identity, request, caller, disconnected);
    const signal = AbortSignal.any([this.drain.begun, disconnected, watch.signal]);
    const lastEventId = request.headers['last-event-id']?.toString();
    sendEvents(reply, await this.ownerEvents.open(watch, lastEventId, signal));
  }
}
