import { type FormatSpec, registry } from '@filemill/formats';

/** How LibreOffice reads one format and writes another, according to their declarations. */
export interface Filters {
  readonly imports: readonly string[];
  readonly importOptions: string;
  readonly exports: string;
  readonly exportOptions: string;
  readonly sheets: 'files' | 'pages' | undefined;
  /** Numbers of native/page_setup.hpp; empty: as in the document. */
  readonly pageSetup: string;
  /** File extensions for LibreOffice's input and output. */
  readonly inputExtension: string;
  readonly outputExtension: string;
}

/** Names and options of filters must not contain tab, line feed or bar, which separate the fields of a job. */
const FILTER = /^[\w ()./-]{1,64}$/;
const OPTIONS = /^[\w,]{0,128}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Letters of a job's mode: native/document.h. */
const MODES = { files: 's', pages: 'p', repair: 'r' };

/** @throws {Error} if the catalogue lacks the format */
export function formatOf(id: string): FormatSpec {
  const format = registry.format(id);
  if (!format) throw new Error(`The catalogue has no ${id}`);
  return format;
}

/** @throws {Error} if LibreOffice cannot read one or write the other, or a declaration contains a forbidden character */
export function filtersOf(input: FormatSpec, output: FormatSpec): Filters {
  const read = input.read?.libreoffice;
  const write = output.write?.libreoffice;
  const exports = read && write?.filters[read.as];
  if (!read || !exports) throw new Error(`LibreOffice makes no ${output.id} of ${input.id}`);
  const filters: Filters = {
    imports: read.filters,
    importOptions: read.filterOptions ?? '',
    exports,
    exportOptions: write.filterOptions ?? '',
    sheets: read.as === 'calc' ? write.sheets : undefined,
    pageSetup: '',
    inputExtension: read.extension ?? input.extensions[0],
    outputExtension: output.extensions[0],
  };
  const { importOptions, exportOptions, inputExtension, outputExtension } = filters;
  const isClosed =
    [...filters.imports, exports].every((name) => FILTER.test(name)) &&
    [importOptions, exportOptions].every((options) => OPTIONS.test(options)) &&
    [inputExtension, outputExtension].every((extension) => EXTENSION.test(extension));
  if (!isClosed) throw new Error(`The filters of ${input.id} or ${output.id} cannot be named in a job`);
  return filters;
}

/** The first eight fields of a job, as native/office-fork.c reads them. */
export function documentFields(input: string, output: string, filters: Filters, repair: boolean): string[] {
  const mode = (filters.sheets === undefined ? '' : MODES[filters.sheets]) + (repair ? MODES.repair : '');
  return [
    ...[input, output, filters.imports.join('|'), filters.importOptions],
    ...[filters.exports, filters.exportOptions, mode, filters.pageSetup],
  ];
}
