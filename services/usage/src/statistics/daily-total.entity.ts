import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Rows into which the totals of one day, kind and outcome are spread; readers add them up. */
export const TOTALS_SHARDS = 8;

/** A share of the running totals of one UTC day, kind and outcome, kept by the statement that ends a conversion. */
@Entity('daily_totals')
export class DailyTotal {
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('text') kind!: string;
  /** completed, failed or cancelled. */
  @PrimaryColumn('text') outcome!: string;
  /** 0 to {@link TOTALS_SHARDS} - 1, by chance: conversions that end together do not wait for one row. */
  @PrimaryColumn('smallint') shard!: number;
  @Column('bigint') conversions!: number;
  @Column('bigint', { name: 'input_bytes' }) inputBytes!: number;
  @Column('bigint', { name: 'output_bytes' }) outputBytes!: number;
  @Column('bigint', { name: 'processing_ms' }) processingMs!: number;
}
