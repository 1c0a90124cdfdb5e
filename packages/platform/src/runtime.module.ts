import { type DynamicModule, Module } from '@nestjs/common';
import type { Runtime } from './bootstrap.js';

/** Injection token of the {@link Runtime}. */
export const RUNTIME = Symbol('runtime');

/** Gives every provider of an application the runtime of its process. */
@Module({})
export class RuntimeModule {
  static register(runtime: Runtime): DynamicModule {
    return {
      module: RuntimeModule,
      global: true,
      providers: [{ provide: RUNTIME, useValue: runtime }],
      exports: [RUNTIME],
    };
  }
}
