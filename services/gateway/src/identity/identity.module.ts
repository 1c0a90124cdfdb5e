import { Global, Module } from '@nestjs/common';
import { Identity } from './identity.js';
import { SignedTokens } from './signed-tokens.js';
import { ApiKeyStrategy, BearerStrategy } from './strategies.js';

/** Identifies the sender of a request, for the guards of all modules. */
@Global()
@Module({
  providers: [Identity, SignedTokens, BearerStrategy, ApiKeyStrategy],
  exports: [Identity, SignedTokens],
})
export class IdentityModule {}
