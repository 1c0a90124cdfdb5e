import { Module } from '@nestjs/common';
import { RateLimitGate } from './rate-limit-gate.js';
import { RateLimits } from './rate-limits.js';

/** Rate limits of all routes. */
@Module({ providers: [RateLimits, RateLimitGate], exports: [RateLimitGate] })
export class RateLimitsModule {}
