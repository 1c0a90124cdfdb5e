import { CATEGORIES } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { Controller, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Drain } from '../http/drain.js';
import { goneSignal } from '../http/gone.js';
import { CurrentCaller, GuestGuard, UserGuard } from '../identity/caller.guard.js';
import type { Caller } from '../identity/caller.js';
import { ConversionPresenter, failureOf } from './conversion-presenter.js';
import { ConversionsService } from './conversions.service.js';
import type { GuestSuccess, Pending, UserSuccess } from './dto.js';
import { waitMsOf } from './prefer.js';

/** The calls that take a file: they answer with its result, or with 202 when the wait is over first. */
@Controller('api')
export class ConvertController {
  constructor(
    private readonly conversions: ConversionsService,
    private readonly presenter: ConversionPresenter,
    private readonly drain: Drain,
  ) {}

  @Post('guest/convert')
  @UseGuards(GuestGuard)
  async convertAsGuest(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCaller() caller: Caller,
  ): Promise<GuestSuccess | Pending> {
    const row = await this.convert(request, reply, caller, undefined);
    if (row.status !== 'completed') return this.pending(row, reply);
    const conversion = await this.presenter.present(row);
    const { id: conversionId, downloadUrl } = conversion;
    return { success: true, data: { conversionId, downloadUrl, conversion } };
  }

  @Post('convert/:kind')
  @UseGuards(UserGuard)
  async convertAsUser(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentCaller() caller: Caller,
    @Param('kind') kind: string,
  ): Promise<UserSuccess | Pending> {
    const category = CATEGORIES.find((candidate) => candidate === kind);
    if (!category && kind !== 'auto') throw new AppError('NOT_FOUND');
    const row = await this.convert(request, reply, caller, category);
    if (row.status !== 'completed') return this.pending(row, reply);
    const conversion = await this.presenter.present(row);
    const { id: conversionId, downloadUrl } = conversion;
    return { status: 'success', conversionId, downloadUrl, conversion };
  }

  /** @throws {AppError} the cause of a conversion that failed or was cancelled while the caller waited */
  private async convert(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    kind: string | undefined,
  ): Promise<usage.Conversion> {
    const signal = AbortSignal.any([this.drain.begun, goneSignal(reply)]);
    const waitMs = waitMsOf(request.headers.prefer);
    const row = await this.conversions.convert(request, caller, kind, waitMs, signal);
    const failure = failureOf(row);
    if (failure) throw failure;
    reply.status(200);
    return row;
  }

  private async pending(row: usage.Conversion, reply: FastifyReply): Promise<Pending> {
    const statusUrl = this.presenter.statusUrl(row);
    reply.status(202).header('location', statusUrl);
    const eventsUrl = await this.presenter.eventsUrl(row);
    const conversionId = row.id;
    return { status: 'pending', conversionId, statusUrl, eventsUrl, data: { conversionId } };
  }
}
