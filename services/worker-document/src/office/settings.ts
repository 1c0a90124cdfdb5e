import { AppError } from '@filemill/errors';
import {
  lenient,
  officePdfOptions,
  PAPERS,
  rangesOf,
  sheetCsvOptions,
  sheetPageOptions,
  slidePageOptions,
  writerPageOptions,
  writerPdfOptions,
} from '@filemill/formats';
import type { Step } from '@filemill/worker';
import type { Filters } from './filters.js';

/** Settings of LibreOffice's PDF export by its own names. */
type PdfData = Readonly<Record<string, string | number | boolean | undefined>>;

/** LibreOffice's numbers for the levels of PDF/A. */
const PDF_A = { none: 0, '1a': 1, '2b': 2, '3b': 3 };
const INITIAL_VIEWS = { page: 0, bookmarks: 1, thumbnails: 2 };
const ORIENTATIONS = { portrait: 1, landscape: 2 };
/** Hundredths of a millimetre. */
const MM = 100;

/**
 * The filters of a step with what the user wants; without settings they stay as they are.
 *
 * @throws {AppError} OPTION_INVALID for settings that LibreOffice cannot combine
 */
export function withSettings(filters: Filters, step: Step): Filters {
  const kind = step.input.format.read?.libreoffice?.as;
  if (step.output.format.id === 'csv') return { ...filters, pageSetup: setupOf(step) };
  if (step.output.format.id !== 'pdf' || !kind) return filters;
  const { sheetFit } = lenient(sheetPageOptions).parse(step.options);
  return {
    ...filters,
    exportOptions: filterData({ ...fileData(step), ...pageData(step, kind) }),
    pageSetup: setupOf(step),
    sheets: sheetFit === 'width' ? filters.sheets : undefined,
  };
}

/** Only what differs from LibreOffice's defaults, which are those of the schema. */
function fileData({ options }: Step): PdfData {
  const chosen = lenient(officePdfOptions).parse(options);
  return {
    PageRange:
      chosen.pages &&
      rangesOf(chosen.pages)
        .map(([first, last]) => `${first}-${last}`)
        .join(';'),
    Quality: chosen.quality,
    UseLosslessCompression: chosen.lossless || undefined,
    ReduceImageResolution: chosen.imageDpi && true,
    MaxImageResolution: chosen.imageDpi,
    SelectPdfVersion: PDF_A[chosen.pdfa] || undefined,
    ExportBookmarks: chosen.bookmarks ? undefined : false,
    UseTaggedPDF: chosen.tagged || undefined,
    ExportFormFields: chosen.forms === 'flat' ? false : undefined,
    InitialView: INITIAL_VIEWS[chosen.openAt] || undefined,
  };
}

function pageData({ options }: Step, kind: string): PdfData {
  if (kind === 'writer') {
    const { emptyPages } = lenient(writerPageOptions).parse(options);
    const { comments } = lenient(writerPdfOptions).parse(options);
    return {
      ExportNotes: comments === 'notes' || undefined,
      IsSkipEmptyPages: emptyPages ? false : undefined,
    };
  }
  if (kind === 'calc') {
    const { sheetFit, sheet } = lenient(sheetPageOptions).parse(options);
    if (sheetFit !== 'page') return {};
    // LibreOffice would write all of them.
    if (sheet !== undefined || options.pages !== undefined)
      throw new AppError('OPTION_INVALID', { field: 'sheetFit', rule: 'page only for all sheets and pages' });
    return { SinglePageSheets: true };
  }
  if (kind !== 'impress') return {};
  const { notes, hiddenSlides } = lenient(slidePageOptions).parse(options);
  return { ExportNotesPages: notes || undefined, ExportHiddenSlides: hiddenSlides || undefined };
}

const TYPES: Readonly<Record<string, string>> = { boolean: 'boolean', number: 'long', string: 'string' };

/** As JSON, which LibreOffice takes since 7.4; empty without any. */
function filterData(data: PdfData): string {
  const given = Object.entries(data).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const typed = given.map(([name, value]) => [name, { type: TYPES[typeof value], value: `${value}` }]);
  return JSON.stringify(Object.fromEntries(typed));
}

/** See native/page_setup.hpp. */
function setupOf({ options }: Step): string {
  const { paper, orientation, margins } = lenient(writerPageOptions).parse(options);
  const { sheet = 0 } = lenient(sheetCsvOptions).parse(options);
  const [width, height] = paper ? PAPERS[paper] : [0, 0];
  const margin = margins === undefined ? -1 : margins * MM;
  const setup = [width, height, orientation ? ORIENTATIONS[orientation] : 0, margin, sheet];
  return setup.join() === '0,0,0,-1,0' ? '' : setup.join();
}
