/** The format that holds the entries. */
export type ArchiveContainer =
  /** One file without a name, or a tar: which one shows only when it is unpacked. */
  | 'packed'
  | 'zip'
  | '7z'
  | 'rar'
  | 'tar'
  | 'cpio'
  | 'iso'
  | 'xar'
  | 'cab'
  | 'deb'
  | 'lzh'
  | 'rpm'
  | 'squashfs'
  | 'wim'
  | 'ar'
  | 'arj'
  | 'chm'
  | 'cramfs'
  | 'ext'
  | 'fat'
  | 'ntfs'
  | 'udf'
  | 'qcow'
  | 'vdi'
  | 'vhd'
  | 'vhdx'
  | 'vmdk'
  | 'dmg'
  | 'msi';
/** How a whole tar is compressed. */
export type ArchivePacking =
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'zstd'
  | 'lz4'
  | 'lzma'
  | 'lzip'
  | 'lzop'
  | 'compress'
  | 'brotli';

/** What the engine `archive` needs to read a format. */
export interface ArchiveRead {
  readonly container: ArchiveContainer;
  readonly packing?: ArchivePacking;
}

/** Metadata that some formats cannot store. */
export type ArchiveDetail = 'owners' | 'owner names' | 'fractions of seconds';

/** What the engine `archive` needs to write a format. */
export interface ArchiveWrite {
  readonly container: 'zip' | '7z' | 'tar' | 'cpio' | 'iso';
  readonly packing?: ArchivePacking;
  readonly lacks?: readonly ArchiveDetail[];
  /** The first and the last time that it can store, in seconds since 1970; absent: all. */
  readonly times?: readonly [first: number, last: number];
}

/** What the engine `calibre` needs to read a format. */
export interface CalibreRead {
  /**
   * How to find out what the book holds apart from text: by entry names, record marks, XML elements, or the type of a Palm
   * database. An old format holds pictures and styles, another what its declaration says.
   */
  readonly contents: 'package' | 'kindle' | 'fictionbook' | 'palm' | 'old' | 'declared';
  /** Arguments of ebook-convert. */
  readonly arguments?: readonly string[];
}

/** What the engine `calibre` needs to write a format. */
export interface CalibreWrite {
  /**
   * Turns the user's options, parsed by the schema beside it, into arguments of ebook-convert.
   *
   * @see https://manual.calibre-ebook.com/generated/en/ebook-convert.html
   */
  args?(options: Readonly<Record<string, unknown>>): readonly string[];
  /** Parts of a book that it cannot store, in addition to sound, video and scripts; `colours` are those of pictures. */
  readonly lacks?: readonly ('fonts' | 'styles' | 'pictures' | 'links' | 'colours')[];
  /** Which of the engine's settings have an effect in it; absent: none. See book-options.ts. */
  readonly settings?: 'epub' | 'kindle' | 'old kindle' | 'page';
}

/** Formats of lists of references that the engine `citations` reads. */
export type CitationFormat = 'bib' | 'ris' | 'enw';

/** What the engine `citations` needs to read a format. */
export interface CitationsRead {
  readonly reader: CitationFormat;
}

/** What the engine `citations` needs to write a format: one of those that it reads, a web page of the list, or CSL-JSON. */
export interface CitationsWrite {
  readonly writer: CitationFormat | 'page' | 'csl';
}

/** What the engine `comics` needs to write a format. */
export interface ComicsWrite {
  readonly book: 'epub' | 'pdf';
}

/** What the engine `csv` needs to read a format. */
export interface CsvRead {
  /** Between two cells; absent: found in the file. */
  readonly delimiter?: '\t';
}

/**
 * Formats that the engine `data` reads or writes; `sheets` is a flat OpenDocument spreadsheet, and of `html` the tables are
 * read.
 */
export type DataFormat =
  | 'json'
  | 'jsonl'
  | 'yaml'
  | 'toml'
  | 'xml'
  | 'plist'
  | 'ini'
  | 'csv'
  | 'tsv'
  | 'markdown'
  | 'sheets'
  | 'html'
  | 'sqlite'
  | 'parquet'
  | 'msgpack'
  | 'cbor'
  | 'bson';

/** What the engine `data` needs to read a format. */
export interface DataRead {
  readonly reader: DataFormat;
}

/** What the engine `data` needs to write a format. */
export interface DataWrite {
  readonly writer: DataFormat;
}

/** What the engine `fonttools` needs to write a format. */
export interface FonttoolsWrite {
  /** `kit`: WOFF and WOFF2 with what a web page needs of them, in a zip; `ufo` and `svg`: a description of the glyphs. */
  readonly container: 'sfnt' | 'woff' | 'woff2' | 'eot' | 'kit' | 'ufo' | 'svg';
  /** The one kind of outlines that it holds; absent: those of the input. */
  readonly outlines?: 'quadratic' | 'cubic';
}

/**
 * Kinds of documents that LibreOffice keeps apart; each has import and export filters of its own. `page` is a drawing of one
 * page, for filters that write no more.
 */
export type OfficeKind = 'writer' | 'calc' | 'impress' | 'draw' | 'page';

/**
 * What the engine `libreoffice` needs to read a format.
 *
 * @see /usr/lib/libreoffice/share/registry (TypeDetection, `Filters`) for the names of filters
 */
export interface LibreofficeRead {
  readonly as: OfficeKind;
  /** Import filters, tried in order: each refuses files of another version of the program. */
  readonly filters: readonly [string, ...string[]];
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** File extension for LibreOffice, if it is not the first of the format. */
  readonly extension?: string;
  /** Text without a declared encoding: what is not UTF-8 is written as UTF-8 first. */
  readonly isPlainText?: true;
  /** How a file that LibreOffice refuses is repaired before the second try. */
  readonly mend?: 'zip' | 'ole' | 'rtf';
}

/** What an office file may hold besides plain text and values. */
export const OFFICE_PARTS = [
  ...(['pictures', 'charts', 'comments', 'formulas', 'links', 'layout', 'media', 'scripts'] as const),
] as const;
/** One of {@link OFFICE_PARTS}. */
export type OfficePart = (typeof OFFICE_PARTS)[number];

/** What the engine `libreoffice` needs to write a format. */
export interface LibreofficeWrite {
  /** Export filter for each kind in `from`. */
  readonly filters: Readonly<Partial<Record<OfficeKind, string>>>;
  /** Options of the filters, as LibreOffice's help has them. */
  readonly filterOptions?: string;
  /** What becomes of sheets: each a file of its own, or fitted to pages. */
  readonly sheets?: 'files' | 'pages';
  /** What the format cannot hold. Macros are never written. */
  readonly lacks?: readonly OfficePart[];
}

/** What the engine `mailbox` needs to read a format. */
export interface MailboxRead {
  /** A message; one in Outlook's own format; or a web page with its pictures, whose message is only a wrapping. */
  readonly source: 'message' | 'outlook' | 'page';
}

/** What the engine `pandoc` needs to read a format. */
export interface PandocRead {
  /** How a file that pandoc refuses is repaired before the second try. */
  readonly mend?: 'zip' | 'entities';
  /**
   * How the jailed script prepares it. Of books, web pages and plain text it makes a page for pandoc; Word
   * and OpenDocument files pandoc reads by itself, and markups with `reader`.
   */
  readonly source: 'book' | 'word' | 'opendocument' | 'page' | 'text' | 'markup';
  /** pandoc's reader of a markup, with its extensions. */
  readonly reader?: string;
  /** A program that turns a markup which pandoc does not read into one that `reader` reads. */
  readonly through?: 'asciidoctor';
}

/** What the engine `pandoc` needs to write a format. */
export interface PandocWrite {
  /** Arguments that choose the writer: pandoc's manual, "General writer options". */
  readonly arguments: readonly string[];
  /** What becomes of pictures: pixels where the format has no drawings, words where it has no pictures. */
  readonly pictures?: 'pixels' | 'words';
  /** Which of the engine's settings have an effect in it: markup-options.ts. */
  readonly settings?: readonly PandocSetting[];
}

/** Settings of the engine `pandoc`. */
export type PandocSetting =
  | 'toc'
  | 'tocDepth'
  | 'numberSections'
  | 'headingShift'
  | 'wrap'
  | 'headingStyle'
  | 'referenceLinks'
  | 'math'
  | 'codeStyle'
  | 'topLevel'
  | 'chapterLevel'
  | 'asciiCodes'
  | 'lineEnd';

/** Encoders of the script that draws pages: of sharp, and own ones for pixels without compression. */
export type PageEncoder =
  | 'avif'
  | 'gif'
  | 'jpeg'
  | 'png'
  | 'tiff'
  | 'webp'
  | 'own bmp'
  | 'own pam'
  | 'own ppm'
  | 'own ras'
  | 'own sgi'
  | 'own tga';

/** Formats of lines and curves that pdftocairo writes, by the names of its options. */
export type PageDrawing = 'svg' | 'eps' | 'ps';

/** What the engine `poppler` needs to write a format. */
export interface PopplerWrite {
  /** The text of all pages in one file; a picture of each page; or its lines and curves, in PostScript of all pages. */
  readonly as: 'text' | PageEncoder | PageDrawing;
  /** Quality of lossy pictures if the user chooses none: 1 to 100. */
  readonly quality?: number;
}

/** What the engine `slideshow` needs to write a format. */
export interface SlideshowWrite {
  readonly codec: 'h264' | 'vp9';
}

/** Formats of subtitles that the engine `subtitles` writes, and some of which it reads by itself; `text` has no times. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ass' | 'ssa' | 'ttml' | 'sbv' | 'lrc' | 'sami' | 'text';

/** What the engine `subtitles` needs to read a format: one of the two. */
export interface SubtitlesRead {
  readonly reader?: SubtitleFormat;
  /** Of ffmpeg. */
  readonly demuxer?: string;
}

/** What the engine `subtitles` needs to write a format. */
export interface SubtitlesWrite {
  readonly writer: SubtitleFormat;
}
