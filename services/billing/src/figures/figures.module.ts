import { Module } from '@nestjs/common';
import { FiguresRepository } from './figures.repository.js';
import { FiguresService } from './figures.service.js';

/** Metrics of the tables. */
@Module({ providers: [FiguresRepository, FiguresService] })
export class FiguresModule {}
