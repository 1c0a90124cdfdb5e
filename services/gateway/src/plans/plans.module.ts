import { Global, Module } from '@nestjs/common';
import { PlanTables } from './plan-tables.js';

/** The plan table in force, for whoever shows or enforces its numbers. */
@Global()
@Module({ providers: [PlanTables], exports: [PlanTables] })
export class PlansModule {}
