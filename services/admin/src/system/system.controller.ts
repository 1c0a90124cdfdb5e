import type { admin } from '@filemill/contracts';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { SystemService } from './system.service.js';

/** The rpc about the installation. Its request contains only the actor, whom the guard checks. */
@Controller()
export class SystemController implements Pick<admin.AdminService, 'getSystemStatus'> {
  constructor(private readonly system: SystemService) {}

  @GrpcMethod('AdminService', 'GetSystemStatus')
  getSystemStatus(): Promise<admin.GetSystemStatusResponse> {
    return this.system.status();
  }
}
