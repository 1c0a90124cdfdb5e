import type { DataSource } from 'typeorm';
import { Conversion } from './conversion.entity.js';

/** Select list with every column of a row `r` under its name in {@link Conversion}. */
export const conversionColumns = (dataSource: DataSource): string =>
  dataSource
    .getMetadata(Conversion)
    .columns.map(({ databaseName, propertyName }) => `r.${databaseName} AS "${propertyName}"`)
    .join(', ');
