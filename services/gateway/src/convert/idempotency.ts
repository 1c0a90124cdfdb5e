import { createHash } from 'node:crypto';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { HEADERS } from '@filemill/product';
import { isFinal } from '../conversions/conversion-reader.js';
import { findFormat } from '../uploads/detection.js';
import { isCombined, type UploadForm } from '../uploads/upload-form.js';
import type { ReadFile } from '../uploads/upload-sink.js';
import { givenOptions } from './options.js';

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * The `Idempotency-Key` of a request, if it has one.
 *
 * @throws {AppError} INVALID_REQUEST
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = [header].flat().join(', ');
  if (KEY.test(key)) return key;
  throw new AppError('INVALID_REQUEST', {
    fields: { [HEADERS.idempotencyKey]: '1 to 255 printable characters' },
  });
}

/**
 * Identifies a request: two with the same hash are the same request. File names are not included.
 *
 * @param category - category in the path; undefined for any
 * @param files - in order
 * @returns SHA-256
 * @throws {AppError} OPTION_INVALID for unreadable options
 */
export function requestHashOf(
  category: string | undefined,
  form: UploadForm,
  files: readonly Pick<ReadFile, 'sizeBytes' | 'sha256'>[],
): Buffer {
  const output = findFormat(form.outputFormat)?.id ?? form.outputFormat.toLowerCase();
  const options = canonical(givenOptions(form.options, form.quality));
  const content = isCombined(form)
    ? files.map(({ sizeBytes, sha256 }) => [sizeBytes, sha256])
    : files.map(({ sha256 }) => sha256).join();
  const request = JSON.stringify([category ?? 'auto', output, options, content]);
  return createHash('sha256').update(request).digest();
}

/**
 * The conversion that was accepted with the key of a request, after it has ended.
 *
 * @throws {AppError} IDEMPOTENCY_MISMATCH for another request; IDEMPOTENCY_CONFLICT while the conversion is running
 */
export function replayOf(
  { requestHash, conversion }: usage.KnownKey,
  hash: Buffer | undefined,
): usage.Conversion {
  if (!hash?.equals(requestHash)) throw new AppError('IDEMPOTENCY_MISMATCH');
  if (!conversion) throw new AppError('INTERNAL', {}, { cause: new Error('a known key without its row') });
  if (!isFinal(conversion)) throw new AppError('IDEMPOTENCY_CONFLICT', { conversionId: conversion.id });
  return conversion;
}

/** The same value with sorted object keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}
