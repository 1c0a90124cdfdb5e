/* One document through LibreOffice's own interfaces (UNO): loaded without a window, fitted to its pages, saved. */
#ifndef FILEMILL_DOCUMENT_H
#define FILEMILL_DOCUMENT_H
#ifdef __cplusplus
extern "C" {
#endif

enum { DOCUMENT_SAVED = 0, DOCUMENT_LOAD_FAILED = 10, DOCUMENT_SAVE_FAILED = 11, DOCUMENT_EMPTY = 13 };

/* Of `mode`, any of them together: every sheet into a file of its own, the sheets fitted to pages, or a damaged file, of
 * which is taken what can be had. */
enum { MODE_EACH_SHEET = 's', MODE_FIT_PAGES = 'p', MODE_REPAIR = 'r' };

struct document {
  /* Absolute paths. */
  const char *input, *output;
  /* Names of filters as LibreOffice's registry has them (TypeDetection/Filter); one that is given is not guessed. Those for
   * the import are separated by |, and tried in turn until one reads the file. */
  const char *import_filters, *import_options, *export_filter, *export_options;
  const char *mode;
};

/* `on_percent` hears 0 to 100. What went wrong is told on stderr. DOCUMENT_EMPTY: a damaged file of which neither a text nor
 * a picture is left. */
int document_convert(const struct document *how, void (*on_percent)(int));

#ifdef __cplusplus
}
#endif
#endif
