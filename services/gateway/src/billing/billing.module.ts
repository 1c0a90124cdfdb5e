import { routes } from '@filemill/api';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { BillingController } from './billing.controller.js';
import { keepRawBody, WebhookController } from './webhook.controller.js';

/** Checkout, cancellation and Stripe's webhook. */
@Module({ controllers: [BillingController, WebhookController] })
export class BillingModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  onModuleInit(): void {
    keepRawBody(this.host.httpAdapter.getInstance(), routes.receiveStripeEvent.path);
  }
}
