import { loadConfig } from '@filemill/platform';
import { describe, expect, it } from '@jest/globals';
import { storageConfig } from './create-store.js';

const read = (STORE_URL: string) => loadConfig(storageConfig, { STORE_URL });

describe('storageConfig', () => {
  it.each([
    'file:///var/lib/filemill/store',
    's3://bucket',
    's3://bucket?region=eu-central-1&endpoint=http://127.0.0.1:7070',
  ])('accepts %s, and 90 %% of the disk by default', (url) => {
    expect(read(url)).toEqual({ STORE_URL: url, STORE_MAX_USED_PERCENT: 90 });
  });

  it.each([
    'relative/folder',
    'file://host/folder',
    'file:///',
    's3://',
    's3://bucket?endpoint=minio:9000',
    'https://bucket.example',
  ])('refuses %s and names the variable', (url) => {
    expect(() => read(url)).toThrow(/STORE_URL: file:/);
  });
});
