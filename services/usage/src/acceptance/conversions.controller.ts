import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import type { Conversion } from '../conversions/conversion.entity.js';
import { toKnownKey, toMessage } from '../conversions/conversion-message.js';
import {
  type AcceptConversionRequest,
  acceptConversionSchema,
  type CheckUploadRequest,
  checkUploadSchema,
  type OwnedConversionRequest,
  ownedConversionSchema,
} from '../conversions/dto.js';
import { AcceptanceService } from './acceptance.service.js';
import { ConversionsService } from './conversions.service.js';

/** The rpcs that the gateway calls for an owner. */
@Controller()
export class ConversionsController
  implements
    Pick<usage.UsageService, 'checkUpload' | 'acceptConversion' | 'getConversion' | 'deleteConversion'>
{
  constructor(
    private readonly conversions: ConversionsService,
    private readonly acceptance: AcceptanceService,
  ) {}

  @GrpcMethod('UsageService', 'CheckUpload')
  checkUpload(
    @Payload(new ZodPipe(checkUploadSchema)) request: CheckUploadRequest,
  ): Promise<usage.CheckUploadResponse> {
    return this.conversions.checkUpload(request);
  }

  @GrpcMethod('UsageService', 'AcceptConversion')
  async acceptConversion(
    @Payload(new ZodPipe(acceptConversionSchema)) request: AcceptConversionRequest,
  ): Promise<usage.AcceptConversionResponse> {
    const result = await this.acceptance.accept(request);
    if ('known' in result) return { conversion: undefined, knownKey: toKnownKey(result.known) };
    return { conversion: await this.message(result.row) };
  }

  @GrpcMethod('UsageService', 'GetConversion')
  async getConversion(
    @Payload(new ZodPipe(ownedConversionSchema)) request: OwnedConversionRequest,
  ): Promise<usage.GetConversionResponse> {
    return { conversion: await this.message(await this.conversions.find(request)) };
  }

  @GrpcMethod('UsageService', 'DeleteConversion')
  async deleteConversion(
    @Payload(new ZodPipe(ownedConversionSchema)) request: OwnedConversionRequest,
  ): Promise<usage.DeleteConversionResponse> {
    return { conversion: toMessage(await this.conversions.delete(request)) };
  }

  private async message(row: Conversion): Promise<usage.Conversion> {
    return toMessage(row, await this.conversions.position(row));
  }
}
