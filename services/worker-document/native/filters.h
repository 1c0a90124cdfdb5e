/* Names of LibreOffice's filters by the suffix of a file: officecfg's TypeDetection/Filter. A name given is not guessed. */
#ifndef FILEMILL_FILTERS_H
#define FILEMILL_FILTERS_H
#include <cstring>

struct Filter {
  const char *suffix, *name;
};

static const Filter IMPORTS[] = {
    {"docx", "MS Word 2007 XML"}, {"doc", "MS Word 97"}, {"odt", "writer8"}, {"fodt", "OpenDocument Text Flat XML"},
    {"rtf", "Rich Text Format"}, {"txt", "Text (encoded)"}, {"html", "HTML (StarWriter)"},
    {"pptx", "Impress MS PowerPoint 2007 XML"}, {"ppt", "MS PowerPoint 97"}, {"odp", "impress8"},
    {"xlsx", "Calc MS Excel 2007 XML"}, {"xls", "MS Excel 97"}, {"ods", "calc8"},
    {"fods", "OpenDocument Spreadsheet Flat XML"}, {nullptr, nullptr},
};
static const Filter TEXT_EXPORTS[] = {
    {"pdf", "writer_pdf_Export"}, {"docx", "MS Word 2007 XML"}, {"doc", "MS Word 97"}, {"odt", "writer8"},
    {"rtf", "Rich Text Format"}, {"txt", "Text (encoded)"}, {"html", "HTML (StarWriter)"}, {nullptr, nullptr},
};
static const Filter SHEET_EXPORTS[] = {
    {"pdf", "calc_pdf_Export"}, {"xlsx", "Calc MS Excel 2007 XML"}, {"xls", "MS Excel 97"}, {"ods", "calc8"},
    {"csv", "Text - txt - csv (StarCalc)"}, {"html", "HTML (StarCalc)"}, {nullptr, nullptr},
};
static const Filter SLIDE_EXPORTS[] = {
    {"pdf", "impress_pdf_Export"}, {"pptx", "Impress MS PowerPoint 2007 XML"}, {"ppt", "MS PowerPoint 97"},
    {"odp", "impress8"}, {nullptr, nullptr},
};

/* nullptr for a path whose suffix is not in the list. */
static inline const char *filter_of(const Filter *filters, const char *path) {
  const char *dot = strrchr(path, '.');
  for (; dot && filters->suffix; filters++)
    if (!strcmp(filters->suffix, dot + 1)) return filters->name;
  return nullptr;
}
#endif
