import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one subject has used of one limit: reserved and committed conversions. */
@Entity('counters')
export class Counter {
  /** `user:<id>`, `guest:<fingerprint>` or `address:<network address>`. */
  @PrimaryColumn('text') subject!: string;
  /** `2026-11-21`, `2026-11`, or `now` for the unfinished ones. */
  @PrimaryColumn('text') period!: string;
  /** A category, `total` or `unfinished`. */
  @PrimaryColumn('text') category!: string;
  @Column('int') used!: number;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
}
