import { Global, Module } from '@nestjs/common';
import { PlanTables } from './plan-tables.js';

/** The current plan table, for everything that shows or enforces its numbers. */
@Global()
@Module({ providers: [PlanTables], exports: [PlanTables] })
export class PlansModule {}
