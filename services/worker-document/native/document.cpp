/* See document.h. LibreOfficeKit's own load and save would build a window with menus and a sidebar for every file, which
 * takes a third of the time of a short one. */
#include "document.h"
#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/frame/XComponentLoader.hpp>
#include <com/sun/star/frame/XModel.hpp>
#include <com/sun/star/frame/XStorable.hpp>
#include <com/sun/star/lang/XMultiServiceFactory.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XCellRangesQuery.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/sheet/XSpreadsheetView.hpp>
#include <com/sun/star/sheet/XUsedAreaCursor.hpp>
#include <com/sun/star/task/XStatusIndicator.hpp>
#include <com/sun/star/text/XTextDocument.hpp>
#include <com/sun/star/text/XTextFramesSupplier.hpp>
#include <com/sun/star/text/XTextGraphicObjectsSupplier.hpp>
#include <com/sun/star/text/XTextTablesSupplier.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <cppuhelper/implbase1.hxx>
#include <sys/resource.h>
#include <csignal>
#include <cstdio>
#include "office.hpp"
#include "page_setup.hpp"
#include "sheet_pages.hpp"

using namespace com::sun::star;
using rtl::OUString;
using uno::Any;
using uno::Reference;
using uno::Sequence;
using uno::UNO_QUERY;
using uno::UNO_QUERY_THROW;

namespace {

/* com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING and FORMULA. */
const sal_Int16 CELLS_WITH_CONTENT = 1 | 2 | 4 | 16;

OUString text_of(const char *text) { return OUString(text, strlen(text), RTL_TEXTENCODING_UTF8); }

/* Reports the progress of a load or a save, like the status bar of a window. */
class ProgressListener : public cppu::WeakImplHelper1<task::XStatusIndicator> {
  void (*const on_percent)(int);
  sal_Int32 range = 100;

public:
  explicit ProgressListener(void (*listener)(int)) : on_percent(listener) {}
  void SAL_CALL start(const OUString &, sal_Int32 whole) override { range = whole > 0 ? whole : 100; }
  void SAL_CALL end() override {}
  void SAL_CALL setText(const OUString &) override {}
  void SAL_CALL reset() override {}
  void SAL_CALL setValue(sal_Int32 value) override {
    if (value >= 0 && value <= range) on_percent(static_cast<int>(100LL * value / range));
  }
};

beans::PropertyValue value_of(const char *name, const Any &value) {
  return beans::PropertyValue(OUString::createFromAscii(name), -1, value, beans::PropertyState_DIRECT_VALUE);
}

template <sal_Int32 count> Sequence<beans::PropertyValue> sequence_of(const beans::PropertyValue (&values)[count]) {
  return Sequence<beans::PropertyValue>(values, count);
}

bool has(const struct document &request, char mode) { return strchr(request.mode, mode) != nullptr; }

/* LibreOffice may use another filter than the requested one if its detection disagrees. */
bool was_loaded_by(const Reference<lang::XComponent> &document, const OUString &filter) {
  const Reference<frame::XModel> model(document, UNO_QUERY_THROW);
  OUString used;
  for (const beans::PropertyValue &value : model->getArgs())
    if (value.Name == "FilterName") value.Value >>= used;
  return used == filter;
}

Reference<lang::XComponent> load_by(const OUString &filter, const struct document &request, const Reference<task::XStatusIndicator> &progress) {
  Reference<frame::XComponentLoader> desktop(
      office_services()->createInstance("com.sun.star.frame.Desktop"), UNO_QUERY_THROW);
  /* com.sun.star.document.MacroExecMode::NEVER_EXECUTE and UpdateDocMode::NO_UPDATE are 0. Without an interaction handler
   * LibreOffice asks no question: a file that needs an answer, such as a password, fails. Filters of one sheet need it in view. */
  const beans::PropertyValue values[] = {
      value_of("Hidden", Any(!has(request, MODE_EACH_SHEET))), value_of("Silent", Any(true)), value_of("ReadOnly", Any(true)),
      value_of("FilterName", Any(filter)), value_of("MacroExecutionMode", Any(sal_Int16(0))),
      value_of("UpdateDocMode", Any(sal_Int16(0))), value_of("RepairPackage", Any(has(request, MODE_REPAIR))),
      value_of("StatusIndicator", Any(progress)), value_of("FilterOptions", Any(text_of(request.import_options)))};
  const auto document = desktop->loadComponentFromURL("file://" + text_of(request.input), "_blank", 0, sequence_of(values));
  if (document.is() && !was_loaded_by(document, filter)) {
    document->dispose();
    return nullptr;
  }
  return document;
}

/* Loads a file with the first filter that can read it: each filter refuses files of other versions of the program. */
Reference<lang::XComponent> load(const struct document &request, const Reference<task::XStatusIndicator> &progress) {
  const OUString filters = text_of(request.import_filters);
  for (sal_Int32 at = 0; at >= 0;) {
    const OUString filter = filters.getToken(0, '|', at);
    try {
      const auto document = load_by(filter, request, progress);
      if (document.is()) return document;
      fputs("load: no document, or another filter loaded it\n", stderr);
    } catch (const uno::Exception &problem) {
      fprintf(stderr, "load: %s\n", rtl::OUStringToOString(problem.Message, RTL_TEXTENCODING_UTF8).getStr());
    }
  }
  return nullptr;
}

void save_as(const Reference<lang::XComponent> &document, const OUString &path, const Sequence<beans::PropertyValue> &options) {
  Reference<frame::XStorable>(document, UNO_QUERY_THROW)->storeToURL("file://" + path, options);
}

/* Whether a page contains anything except empty text frames. */
bool has_content(const Reference<drawing::XDrawPage> &page) {
  for (sal_Int32 index = 0; index < page->getCount(); index++) {
    const Reference<text::XText> shape(page->getByIndex(index), UNO_QUERY);
    if (!shape.is() || !shape->getString().trim().isEmpty()) return true;
  }
  return false;
}

bool has_elements(const Reference<container::XNameAccess> &things) { return things.is() && things->hasElements(); }

bool is_empty_text(const Reference<text::XTextDocument> &document) {
  const Reference<text::XTextTablesSupplier> tables(document, UNO_QUERY_THROW);
  const Reference<text::XTextFramesSupplier> frames(document, UNO_QUERY_THROW);
  const Reference<text::XTextGraphicObjectsSupplier> pictures(document, UNO_QUERY_THROW);
  return document->getText()->getString().trim().isEmpty() && !has_elements(tables->getTextTables()) &&
         !has_elements(frames->getTextFrames()) && !has_elements(pictures->getGraphicObjects());
}

bool has_filled_cells(const Reference<sheet::XSpreadsheetDocument> &document) {
  const Reference<container::XIndexAccess> sheets(document->getSheets(), UNO_QUERY_THROW);
  for (sal_Int32 index = 0; index < sheets->getCount(); index++) {
    const Reference<sheet::XCellRangesQuery> cells(sheets->getByIndex(index), UNO_QUERY_THROW);
    const auto filled = cells->queryContentCells(CELLS_WITH_CONTENT);
    if (filled.is() && filled->getRangeAddresses().getLength() > 0) return true;
  }
  return false;
}

/* Whether the document has neither text nor pictures. */
bool is_empty(const Reference<lang::XComponent> &document) {
  const Reference<text::XTextDocument> text(document, UNO_QUERY);
  if (text.is()) return is_empty_text(text);
  const Reference<sheet::XSpreadsheetDocument> sheets(document, UNO_QUERY);
  if (sheets.is() && has_filled_cells(sheets)) return false;
  /* Slides, or the drawings of each sheet. */
  const auto pages = Reference<drawing::XDrawPagesSupplier>(document, UNO_QUERY_THROW)->getDrawPages();
  for (sal_Int32 index = 0; index < pages->getCount(); index++)
    if (has_content(Reference<drawing::XDrawPage>(pages->getByIndex(index), UNO_QUERY_THROW))) return false;
  return true;
}

/* Every cell takes at least one byte of CSV, even an empty one. Ends the process before it writes a file that would exceed
 * the limit. */
void end_if_too_large(const Reference<sheet::XSpreadsheet> &sheet) {
  Reference<sheet::XSheetCellCursor> cursor = sheet->createCursor();
  Reference<sheet::XUsedAreaCursor> used(cursor, UNO_QUERY_THROW);
  used->gotoEndOfUsedArea(false);
  const auto last = Reference<sheet::XCellRangeAddressable>(cursor, UNO_QUERY_THROW)->getRangeAddress();
  struct rlimit limit;
  if (!getrlimit(RLIMIT_FSIZE, &limit) && (last.EndRow + 1ULL) * (last.EndColumn + 1ULL) > limit.rlim_cur) raise(SIGXFSZ);
}

/* Filters of one sheet write the sheet in view, so there must be one, or the first sheet: each takes both places in turn,
 * and goes into out-0001.csv and so on beside `output`, with its extension. `only` is the number of the wanted one, 0: all. */
void save_sheets(const Reference<lang::XComponent> &document, const char *output, int only, const Sequence<beans::PropertyValue> &options) {
  const auto sheets = Reference<sheet::XSpreadsheetDocument>(document, UNO_QUERY_THROW)->getSheets();
  Reference<sheet::XSpreadsheetView> view(
      Reference<frame::XModel>(document, UNO_QUERY_THROW)->getCurrentController(), UNO_QUERY_THROW);
  const char *const extension = strrchr(output, '.');
  const Sequence<OUString> names = sheets->getElementNames();
  for (sal_Int32 index = 0; index < names.getLength(); index++) {
    char path[4096];
    if (only && index + 1 != only) continue;
    Reference<sheet::XSpreadsheet> sheet(sheets->getByName(names[index]), UNO_QUERY_THROW);
    end_if_too_large(sheet);
    sheets->moveByName(names[index], 0);
    view->setActiveSheet(sheet);
    snprintf(path, sizeof path, "%.*s-%04d%s", static_cast<int>(extension - output), output, index + 1, extension);
    save_as(document, text_of(path), options);
  }
}

} // namespace

int document_convert(const struct document *request, void (*on_percent)(int)) {
  int outcome = DOCUMENT_LOAD_FAILED;
  try {
    Reference<task::XStatusIndicator> progress(new ProgressListener(on_percent));
    Reference<lang::XComponent> document = load(*request, progress);
    if (!document.is()) return outcome;
    outcome = DOCUMENT_SAVE_FAILED;
    if (has(*request, MODE_REPAIR) && is_empty(document)) return DOCUMENT_EMPTY;
    const beans::PropertyValue values[] = {
        value_of("FilterName", Any(text_of(request->export_filter))), value_of("FilterOptions", Any(text_of(request->export_options))),
        value_of("Overwrite", Any(true)), value_of("StatusIndicator", Any(progress))};
    const auto saving = sequence_of(values);
    const page_setup setup = page_setup_of(request->page_setup);
    if (!print_only_sheet(document, setup)) return DOCUMENT_NO_SHEET;
    set_up_pages(document, setup);
    if (has(*request, MODE_FIT_PAGES)) fit_sheets_to_pages(document, setup.orientation == page_setup::AS_IS, setup.sheet);
    if (has(*request, MODE_EACH_SHEET)) save_sheets(document, request->output, setup.sheet, saving);
    else save_as(document, text_of(request->output), saving);
    return DOCUMENT_SAVED;
  } catch (const uno::Exception &problem) {
    fprintf(stderr, "%s: %s\n", outcome == DOCUMENT_LOAD_FAILED ? "load" : "save",
            rtl::OUStringToOString(problem.Message, RTL_TEXTENCODING_UTF8).getStr());
  } catch (const std::exception &problem) { /* out of memory */
    fprintf(stderr, "%s\n", problem.what());
  }
  return outcome;
}
