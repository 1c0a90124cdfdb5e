/* One document through LibreOffice's own interfaces (UNO): loaded without a window, fitted to its pages, saved. */
#ifndef FILEMILL_DOCUMENT_H
#define FILEMILL_DOCUMENT_H
#ifdef __cplusplus
extern "C" {
#endif

enum { DOCUMENT_SAVED = 0, DOCUMENT_LOAD_FAILED = 10, DOCUMENT_SAVE_FAILED = 11 };

/* Absolute paths. The filters follow from the suffixes of input and output; `options` may be empty.
 * `on_percent` hears 0 to 100. What went wrong is told on stderr. */
int document_convert(const char *input, const char *output, const char *options, void (*on_percent)(int));

#ifdef __cplusplus
}
#endif
#endif
