import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';

/** `GET /api/openapi.json`. */
@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
