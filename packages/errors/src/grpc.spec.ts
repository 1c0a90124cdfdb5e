import { type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { fromGrpcError, toGrpcStatus, unknownCallerStatus } from './grpc.js';

describe('toGrpcStatus and fromGrpcError', () => {
  it('carry the code and params of an AppError across a call', () => {
    const sent = new AppError('FILE_TOO_LARGE', { limitBytes: 5, name: 'Ünïcode' });
    const received = fromGrpcError(Object.assign(new Error(), toGrpcStatus(sent)) as ServiceError);
    expect(received).toMatchObject({ code: 'FILE_TOO_LARGE', params: sent.params });
  });

  it('map an error that is not an AppError to INTERNAL without its message', () => {
    const sent = toGrpcStatus(new Error('password=hunter2'));
    expect(sent.code).toBe(status.INTERNAL);
    expect(JSON.stringify(sent)).not.toContain('hunter2');
  });

  it('report a lost connection as UNAVAILABLE', () => {
    const lost = Object.assign(new Error(), { code: status.UNAVAILABLE }) as ServiceError;
    expect(fromGrpcError(lost).code).toBe('UNAVAILABLE');
  });

  it('distinguish a refused process from a user who is not signed in', () => {
    const received = (sent: object) => fromGrpcError(Object.assign(new Error(), sent) as ServiceError).code;
    expect(received(unknownCallerStatus('expired'))).toBe('UNAVAILABLE');
    expect(received(toGrpcStatus(new AppError('UNAUTHENTICATED')))).toBe('UNAUTHENTICATED');
  });
});
