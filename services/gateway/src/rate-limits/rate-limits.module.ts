import { Module } from '@nestjs/common';
import { RateLimitGate } from './rate-limit.gate.js';
import { RateLimits } from './rate-limits.service.js';

/** How often one client may call, for all routes. */
@Module({ providers: [RateLimits, RateLimitGate], exports: [RateLimitGate] })
export class RateLimitsModule {}
