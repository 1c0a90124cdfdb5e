/* Converts one document with LibreOffice's interfaces (UNO): loads it without a window, fits it to its pages, saves it. */
#ifndef FILEMILL_DOCUMENT_H
#define FILEMILL_DOCUMENT_H
#ifdef __cplusplus
extern "C" {
#endif

enum { DOCUMENT_SAVED = 0, DOCUMENT_LOAD_FAILED = 10, DOCUMENT_SAVE_FAILED = 11, DOCUMENT_EMPTY = 13, DOCUMENT_NO_SHEET = 14 };

/* Letters of `mode`, in any combination: each sheet into its own file; the sheets fitted to pages; a damaged file, of
 * which the readable part is converted. */
enum { MODE_EACH_SHEET = 's', MODE_FIT_PAGES = 'p', MODE_REPAIR = 'r' };

struct document {
  /* Absolute paths. */
  const char *input, *output;
  /* Names of filters in LibreOffice's registry (TypeDetection/Filter), which replace its detection. Those for the import
   * are separated by |, and tried in turn until one can read the file. */
  const char *import_filters, *import_options, *export_filter, *export_options;
  const char *mode;
  /* What the user wants of the pages: five numbers of page_setup.hpp, separated by commas; empty: nothing. */
  const char *page_setup;
};

/* `on_percent` receives 0 to 100. Errors are printed on stderr. DOCUMENT_EMPTY: a damaged file of which neither text nor
 * pictures are left. DOCUMENT_NO_SHEET: the file has no sheet of the number that was asked for. */
int document_convert(const struct document *document, void (*on_percent)(int));

#ifdef __cplusplus
}
#endif
#endif
