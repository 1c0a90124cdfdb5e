export { AppError } from './app-error.js';
export { CODES, type Code, isCode, type PublicCode, publicCode } from './codes.js';
export { codeInMetadata, fromGrpcError, toGrpcStatus, unknownCallerStatus } from './grpc.js';
export { type HttpErrorBody, toHttpError } from './http.js';
export type { ErrorParams } from './messages.js';
export { reasonOf } from './reason.js';
