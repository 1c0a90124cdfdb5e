import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { LoadController } from './load.controller.js';
import { StoreSizes } from './store-size.service.js';

@Module({ imports: [LanesModule], controllers: [LoadController], providers: [StoreSizes] })
export class LoadModule {}
