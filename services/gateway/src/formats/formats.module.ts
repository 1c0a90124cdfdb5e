import { Module } from '@nestjs/common';
import { Catalogue } from './catalogue.js';
import { FormatsController } from './formats.controller.js';
import { PairFigures } from './pair-figures.js';

/** The catalogue over HTTP. */
@Module({ controllers: [FormatsController], providers: [Catalogue, PairFigures] })
export class FormatsModule {}
