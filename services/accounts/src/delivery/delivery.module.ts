import { Module } from '@nestjs/common';
import { Mailer } from '../mail/mailer.js';
import { ResetsModule } from '../resets/resets.module.js';
import { DeliveryService } from './delivery.service.js';

/** Delivers the outbox to usage, billing and the mail server. */
@Module({
  imports: [ResetsModule],
  providers: [DeliveryService, Mailer],
  exports: [DeliveryService],
})
export class DeliveryModule {}
