import { type admin, USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type GetSettingsRequest,
  getSettingsSchema,
  type PutSettingsRequest,
  putSettingsSchema,
} from '../dto.js';
import { SettingsService } from './settings.service.js';

/** The rpcs about the plan table. */
@Controller()
export class SettingsController implements Pick<admin.AdminService, 'getSettings' | 'putSettings'> {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly settings: SettingsService,
  ) {}

  @GrpcMethod('AdminService', 'GetSettings')
  getSettings(
    @Payload(new ZodPipe(getSettingsSchema)) { version }: GetSettingsRequest,
  ): Promise<admin.GetSettingsResponse> {
    return this.usage.getPlans({ version });
  }

  @GrpcMethod('AdminService', 'PutSettings')
  putSettings(
    @Payload(new ZodPipe(putSettingsSchema)) request: PutSettingsRequest,
  ): Promise<admin.PutSettingsResponse> {
    return this.settings.put(request);
  }
}
