import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { goneSignal } from '../http/gone.js';
import { ApiRoute } from '../openapi/api-route.js';
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
    const owner = await this.access.ownerFor(request, id, token, 'events');
    const signal = AbortSignal.any([this.drain.begun, goneSignal(reply)]);
    const events = await this.events.open(id, owner, signal);
    sendEvents(reply, events);
  }
}
