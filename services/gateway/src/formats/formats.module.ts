import { Module } from '@nestjs/common';
import { Catalogue } from './catalogue.js';
import { FormatsController } from './formats.controller.js';

/** The catalogue over HTTP. */
@Module({ controllers: [FormatsController], providers: [Catalogue] })
export class FormatsModule {}
