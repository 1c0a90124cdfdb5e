import { type ConversionView, conversionsApi } from '@filemill/api';
import { Controller, Header, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ConversionPresenter } from '../conversions/conversion-presenter.js';
import { ConversionReader } from '../conversions/conversion-reader.js';
import { Handles } from '../http/handles.js';
import { CallerGuard, CurrentCaller } from '../identity/caller.guard.js';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import { ConversionsService } from './conversions.service.js';

/** One conversion of the caller; another owner's is not found. */
@Controller()
@UseGuards(CallerGuard)
export class ConversionsController {
  constructor(
    private readonly conversions: ConversionsService,
    private readonly reader: ConversionReader,
    private readonly presenter: ConversionPresenter,
  ) {}

  @Handles(conversionsApi.getConversion)
  @Header('cache-control', 'no-store')
  async get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ConversionView> {
    const row = await this.reader.read(id, knownOwnerOf(caller));
    return this.presenter.present(row, await this.reader.progress(row));
  }

  /** Cancels an unfinished one, and erases its files at once. */
  @Handles(conversionsApi.deleteConversion)
  @HttpCode(204)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.conversions.delete(id, caller);
  }
}
