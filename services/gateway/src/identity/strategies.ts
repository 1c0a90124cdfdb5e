import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import CustomStrategy from 'passport-custom';
import type { UserCaller } from './caller.js';
import { Identity } from './identity.js';

/** Passport's names of the two credentials. */
export const BEARER = 'bearer';
export const API_KEY = 'api-key';

/** `Authorization: Bearer <token>`; a request without it is passed to the next strategy. */
@Injectable()
export class BearerStrategy extends PassportStrategy(CustomStrategy, BEARER) {
  constructor(private readonly identity: Identity) {
    super();
  }

  validate(request: FastifyRequest): Promise<UserCaller | undefined> {
    return this.identity.byBearer(request);
  }
}

/** `X-API-Key: <key>`, of users on Pro. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(CustomStrategy, API_KEY) {
  constructor(private readonly identity: Identity) {
    super();
  }

  validate(request: FastifyRequest): Promise<UserCaller | undefined> {
    return this.identity.byKey(request);
  }
}
