/* See document.h. LibreOfficeKit's own load and save would build a window with menus and a sidebar for every file, which
 * takes a third of the time of a short one. */
#include "document.h"
#include <com/sun/star/beans/PropertyValue.hpp>
#include <com/sun/star/frame/XComponentLoader.hpp>
#include <com/sun/star/frame/XModel.hpp>
#include <com/sun/star/frame/XStorable.hpp>
#include <com/sun/star/lang/XMultiServiceFactory.hpp>
#include <com/sun/star/lang/XServiceInfo.hpp>
#include <com/sun/star/sheet/XCellRangeAddressable.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/sheet/XSpreadsheetView.hpp>
#include <com/sun/star/sheet/XUsedAreaCursor.hpp>
#include <com/sun/star/task/XStatusIndicator.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <cppuhelper/implbase1.hxx>
#include <sys/resource.h>
#include <csignal>
#include <cstdio>
#include "filters.h"
#include "office.hpp"
#include "sheet_pages.hpp"

using namespace com::sun::star;
using rtl::OUString;
using uno::Any;
using uno::Reference;
using uno::Sequence;
using uno::UNO_QUERY;
using uno::UNO_QUERY_THROW;

namespace {

OUString text_of(const char *text) { return OUString(text, strlen(text), RTL_TEXTENCODING_UTF8); }

/* Tells how far a load or a save is, as the bar at the foot of a window would. */
class Percent : public cppu::WeakImplHelper1<task::XStatusIndicator> {
  void (*const on_percent)(int);
  sal_Int32 range = 100;

public:
  explicit Percent(void (*listener)(int)) : on_percent(listener) {}
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

Reference<lang::XComponent> load(const char *input, bool in_view, bool repair, const Reference<task::XStatusIndicator> &percent) {
  const char *filter = filter_of(IMPORTS, input);
  if (!filter) return nullptr;
  Reference<frame::XComponentLoader> desktop(
      office_services()->createInstance("com.sun.star.frame.Desktop"), UNO_QUERY_THROW);
  /* com.sun.star.document.MacroExecMode::NEVER_EXECUTE and UpdateDocMode::NO_UPDATE are 0. Without an interaction handler no
   * question is asked: what would need an answer, such as a password, fails. */
  const beans::PropertyValue how[] = {
      value_of("Hidden", Any(!in_view)), value_of("Silent", Any(true)), value_of("ReadOnly", Any(true)),
      value_of("FilterName", Any(OUString::createFromAscii(filter))), value_of("MacroExecutionMode", Any(sal_Int16(0))),
      value_of("UpdateDocMode", Any(sal_Int16(0))), value_of("RepairPackage", Any(repair)), value_of("StatusIndicator", Any(percent)),
      value_of("FilterOptions", Any(text_of(strcmp(filter, "Text (encoded)") ? "" : "UTF8")))};
  return desktop->loadComponentFromURL("file://" + text_of(input), "_blank", 0, sequence_of(how));
}

const Filter *exports_of(const Reference<lang::XServiceInfo> &document) {
  if (document->supportsService("com.sun.star.sheet.SpreadsheetDocument")) return SHEET_EXPORTS;
  return document->supportsService("com.sun.star.presentation.PresentationDocument") ? SLIDE_EXPORTS : TEXT_EXPORTS;
}

void save_as(const Reference<lang::XComponent> &document, const OUString &path, const Sequence<beans::PropertyValue> &how) {
  Reference<frame::XStorable>(document, UNO_QUERY_THROW)->storeToURL("file://" + path, how);
}

/* A cell costs a byte of csv at least, an empty one too: what passes the limit at the end need not be written up to there. */
void end_if_too_large(const Reference<sheet::XSpreadsheet> &sheet) {
  Reference<sheet::XSheetCellCursor> cursor = sheet->createCursor();
  Reference<sheet::XUsedAreaCursor> used(cursor, UNO_QUERY_THROW);
  used->gotoEndOfUsedArea(false);
  const auto last = Reference<sheet::XCellRangeAddressable>(cursor, UNO_QUERY_THROW)->getRangeAddress();
  struct rlimit limit;
  if (!getrlimit(RLIMIT_FSIZE, &limit) && (last.EndRow + 1ULL) * (last.EndColumn + 1ULL) > limit.rlim_cur) raise(SIGXFSZ);
}

/* The csv filter writes the sheet in view, so there must be one: each in turn, into out-0001.csv and so on beside `output`. */
void save_sheets(const Reference<lang::XComponent> &document, const char *output, const Sequence<beans::PropertyValue> &how) {
  Reference<container::XIndexAccess> sheets(
      Reference<sheet::XSpreadsheetDocument>(document, UNO_QUERY_THROW)->getSheets(), UNO_QUERY_THROW);
  Reference<sheet::XSpreadsheetView> view(
      Reference<frame::XModel>(document, UNO_QUERY_THROW)->getCurrentController(), UNO_QUERY_THROW);
  for (sal_Int32 index = 0; index < sheets->getCount(); index++) {
    char path[4096];
    Reference<sheet::XSpreadsheet> sheet(sheets->getByIndex(index), UNO_QUERY_THROW);
    end_if_too_large(sheet);
    view->setActiveSheet(sheet);
    snprintf(path, sizeof path, "%.*s-%04d.csv", static_cast<int>(strlen(output) - strlen(".csv")), output, index + 1);
    save_as(document, text_of(path), how);
  }
}

} // namespace

int document_convert(const char *input, const char *output, const char *options, void (*on_percent)(int)) {
  int outcome = DOCUMENT_LOAD_FAILED;
  try {
    const bool is_csv = filter_of(SHEET_EXPORTS, output) == filter_of(SHEET_EXPORTS, ".csv");
    Reference<task::XStatusIndicator> percent(new Percent(on_percent));
    Reference<lang::XComponent> document = load(input, is_csv, false, percent);
    /* OpenDocument files whose list of parts is not complete: LibreOffice would ask whether to read them all the same. */
    if (!document.is()) document = load(input, is_csv, true, percent);
    if (!document.is()) return fputs("load: nothing came of it\n", stderr), outcome;
    outcome = DOCUMENT_SAVE_FAILED;
    const Filter *exports = exports_of(Reference<lang::XServiceInfo>(document, UNO_QUERY_THROW));
    const char *filter = filter_of(exports, output);
    if (!filter) return fputs("save: no such filter\n", stderr), outcome;
    const char *given = !strcmp(filter, "Text (encoded)") ? "UTF8,LF" : options;
    const beans::PropertyValue values[] = {
        value_of("FilterName", Any(OUString::createFromAscii(filter))), value_of("FilterOptions", Any(text_of(given))),
        value_of("Overwrite", Any(true)), value_of("StatusIndicator", Any(percent))};
    const auto how = sequence_of(values);
    if (!strcmp(filter, "calc_pdf_Export")) fit_sheets_to_pages(document);
    if (is_csv) save_sheets(document, output, how);
    else save_as(document, text_of(output), how);
    return DOCUMENT_SAVED;
  } catch (const uno::Exception &problem) {
    fprintf(stderr, "%s: %s\n", outcome == DOCUMENT_LOAD_FAILED ? "load" : "save",
            rtl::OUStringToOString(problem.Message, RTL_TEXTENCODING_UTF8).getStr());
  } catch (const std::exception &problem) { /* out of memory */
    fprintf(stderr, "%s\n", problem.what());
  }
  return outcome;
}
