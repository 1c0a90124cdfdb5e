import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Running totals of one UTC day, kind and outcome, kept by the statement that ends a conversion. */
@Entity('daily_totals')
export class DailyTotal {
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('text') kind!: string;
  /** completed, failed or cancelled. */
  @PrimaryColumn('text') outcome!: string;
  @Column('bigint') conversions!: number;
  @Column('bigint', { name: 'input_bytes' }) inputBytes!: number;
  @Column('bigint', { name: 'output_bytes' }) outputBytes!: number;
  @Column('bigint', { name: 'processing_ms' }) processingMs!: number;
}
