import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.service.js';

/** How often one client may call, for all routes. */
@Module({ providers: [RateLimits, { provide: APP_GUARD, useClass: RateLimitGuard }] })
export class RateLimitsModule {}
