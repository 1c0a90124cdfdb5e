import type { ConversionView } from '@filemill/api';
import { requestJson } from '@filemill/web-client';

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
