export { AppError, type ErrorParams } from './app-error.js';
export { CODES, type Code, isCode, publicCode } from './codes.js';
export { fromGrpcError, toGrpcStatus } from './grpc.js';
export { type HttpError, type HttpErrorBody, toHttpError } from './http.js';
export { messageFor } from './messages.js';
