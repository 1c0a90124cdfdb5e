import type { usage } from '@filemill/contracts';
import { LANES } from '@filemill/product';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { LaneLoad } from '../lanes/lane-load.js';
import { StoreSizes } from './store-sizes.js';

/** The rpc that shows the load to operators. */
@Controller()
export class LoadController implements Pick<usage.UsageService, 'getLoad'> {
  constructor(
    private readonly lanes: LaneLoad,
    private readonly sizes: StoreSizes,
  ) {}

  @GrpcMethod('UsageService', 'GetLoad')
  async getLoad(): Promise<usage.GetLoadResponse> {
    const [lanes, { usedBytes, totalBytes }] = await Promise.all([
      Promise.all(LANES.map((lane) => this.lanes.current(lane))),
      this.sizes.current(),
    ]);
    return { lanes, storeUsedBytes: usedBytes, storeTotalBytes: totalBytes };
  }
}
