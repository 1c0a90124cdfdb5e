import type { ConversionView, Pending } from '@filemill/api';
import { hasEnded } from '@filemill/product';
import { ApiError, callRoute, requestJson } from '@filemill/web-client';
import { saveBlob } from '../../../lib/save-file.js';

/** An accepted upload; `eventsUrl` is empty if only the id of the conversion is known, as after a reload. */
export type Accepted = Readonly<Pick<Pending, 'conversionId' | 'eventsUrl'>>;

/** Whether a conversion has ended. */
export const isFinal = ({ status }: ConversionView): boolean => hasEnded(status);

/** Prefix of ids from the demo mode: no server knows them. */
export const DEMO_PREFIX = 'demo-';

export const isDemo = (conversionId: string | undefined): boolean =>
  conversionId?.startsWith(DEMO_PREFIX) ?? false;

/** Larger results use the browser's own download, which does not hold them in memory. */
export const MAX_IN_MEMORY_BYTES = 104_857_600;

/** Reads a result into memory. @throws {ApiError} `gone` after the hour, among others */
export async function fetchResult(id: string, signal?: AbortSignal): Promise<Blob> {
  return (await callRoute('GET', '/api/download/{id}', { params: { id }, signal })).blob();
}

/** Fetches a result and saves it under its name. @throws {ApiError} as {@link fetchResult} does */
export async function saveResult(conversionId: string, fileName: string): Promise<void> {
  saveBlob(await fetchResult(conversionId), fileName);
}

/** The files in the zip of a result, in its order. @throws {ApiError} `gone` after the hour, among others */
export const listResultFiles = (id: string, signal?: AbortSignal) =>
  requestJson('GET', '/api/download/{id}/files', { params: { id }, signal });

/** Stops an unfinished conversion; erases input and result at once. 404 and 410 mean that it is erased already. */
export async function deleteConversion(id: string): Promise<void> {
  try {
    await callRoute('DELETE', '/api/conversions/{id}', { params: { id } });
  } catch (error) {
    const isErased = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (!isErased) throw error;
  }
}

/**
 * Reports to the server a conversion that succeeded on this page. It counts nothing: the server has its own ledger.
 *
 * @param originalFileName - as the user's file is called
 * @throws {ApiError} as every call
 */
export const trackConversion = (conversion: ConversionView, originalFileName: string) =>
  requestJson('POST', '/api/track-conversion', {
    body: {
      originalSize: conversion.originalSize,
      convertedSize: conversion.convertedSize ?? 0,
      conversionType: conversion.kind,
      originalFormat: conversion.inputFormat,
      outputFormat: conversion.outputFormat,
      originalFileName,
    },
  });
