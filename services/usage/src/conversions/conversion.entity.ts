import type { Code, ErrorParams } from '@filemill/errors';
import {
  type Category,
  type ConversionStatus,
  hasEnded,
  type Lane,
  type OwnerKind,
  type PlanId,
  UNFINISHED_STATUSES,
} from '@filemill/product';
import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';

/** Condition of SQL for rows that have not ended. The partial indexes of the table have it too. */
export const IS_UNFINISHED = `status IN (${UNFINISHED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** A loss or a note; `params` fill its text, and are absent in old rows. */
interface StoredLoss {
  code: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
}

/** One of several files that become one; name and hash are removed together with the files. */
export interface StoredInput {
  fileName: string;
  format: string;
  sizeBytes: number;
  sha256: string;
}

/** A row of the ledger. Kept for 12 months; names, keys and addresses are removed together with the files. */
@Entity('conversions')
export class Conversion {
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'owner_kind' }) ownerKind!: OwnerKind;
  @Column('text', { name: 'owner_id' }) ownerId!: string;
  @Column('text', { name: 'owner_address' }) ownerAddress!: string;
  @Column('text') plan!: PlanId;
  @Column('text', { name: 'kind' }) category!: Category;
  @Column('text') lane!: Lane;
  @Column('text', { name: 'input_format' }) inputFormat!: string;
  @Column('text', { name: 'output_format' }) outputFormat!: string;
  @Column('jsonb') options!: Record<string, unknown>;
  @Column('text') status!: ConversionStatus;
  /** Increases with every change of the row. */
  @Column('int') version!: number;
  @Column('text') reservation!: 'reserved' | 'committed' | 'released';
  @Column('text', { name: 'charged_subjects', array: true }) chargedSubjects!: string[];
  /** Period of the raised counters. */
  @Column('text') period!: string;
  /** Number of the newest attempt; only that one may settle. Never used twice. */
  @Column('int') attempt!: number;
  /** Number of attempts that were not returned, including those lost in a crash. */
  @Column('int') tries!: number;
  @Column('int') priority!: number;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column('text', { name: 'key_prefix' }) keyPrefix!: string;
  @Column('text', { name: 'input_key' }) inputKey!: string;
  @Column('text', { name: 'output_key' }) outputKey!: string;
  @Column('text', { name: 'output_extension' }) outputExtension!: string;
  @Column('text', { name: 'original_file_name' }) originalFileName!: string;
  @Column('bigint', { name: 'original_size_bytes' }) originalSizeBytes!: number;
  /** All files in their order if several become one; the columns above then describe the first. */
  @Column('jsonb', { nullable: true }) inputs!: StoredInput[] | null;
  @Column('bigint', { name: 'converted_size_bytes', nullable: true }) convertedSizeBytes!: number | null;
  @Column('bigint', { name: 'processing_ms', nullable: true }) processingMs!: number | null;
  @Column('jsonb') losses!: StoredLoss[];
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  @Column('jsonb', { name: 'error_params', nullable: true }) errorParams!: Record<string, unknown> | null;
  /** S: start of the upload. */
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'erase_at' }) eraseAt!: Date;
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt!: Date | null;
}

/** Values that acceptance decides; all other columns of a new row have defaults. */
export type NewConversion = Omit<
  Conversion,
  | 'status'
  | 'version'
  | 'reservation'
  | 'attempt'
  | 'tries'
  | 'outputKey'
  | 'outputExtension'
  | 'convertedSizeBytes'
  | 'processingMs'
  | 'losses'
  | 'errorCode'
  | 'errorParams'
  | 'updatedAt'
  | 'finishedAt'
  | 'erasedAt'
>;

/** Whether a conversion has ended. */
export const isFinal = ({ status }: Pick<Conversion, 'status'>): boolean => hasEnded(status);

/** Select list with every column of a row `r` under its name in {@link Conversion}. */
export const conversionColumns = (dataSource: DataSource): string =>
  dataSource
    .getMetadata(Conversion)
    .columns.map(({ databaseName, propertyName }) => `r.${databaseName} AS "${propertyName}"`)
    .join(', ');

/** How a conversion ends. */
export type Ending =
  | {
      readonly status: 'completed';
      readonly outputKey: string;
      readonly outputExtension: string;
      readonly convertedSizeBytes: number;
      readonly processingMs: number;
      readonly losses: readonly StoredLoss[];
    }
  | {
      readonly status: 'failed' | 'cancelled';
      readonly code: Code;
      readonly params?: ErrorParams;
      readonly processingMs?: number;
    };
