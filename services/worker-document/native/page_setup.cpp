#include "page_setup.hpp"
#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/style/XStyleFamiliesSupplier.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

using namespace com::sun::star;
using rtl::OUString;
using uno::Any;
using uno::Reference;
using uno::UNO_QUERY;
using uno::UNO_QUERY_THROW;

namespace {

/* What is left of a page between two margins, at least. */
const sal_Int32 LEAST_SPACE = 2000;

sal_Int32 length(const Reference<beans::XPropertySet> &of, const char *name) {
  sal_Int32 value = 0;
  of->getPropertyValue(OUString::createFromAscii(name)) >>= value;
  return value;
}

void set(const Reference<beans::XPropertySet> &of, const char *name, const Any &value) {
  of->setPropertyValue(OUString::createFromAscii(name), value);
}

void set_up(const Reference<beans::XPropertySet> &page, const page_setup &setup) {
  const sal_Int32 own_width = length(page, "Width"), own_height = length(page, "Height");
  sal_Int32 width = setup.width ? setup.width : std::min(own_width, own_height);
  sal_Int32 height = setup.height ? setup.height : std::max(own_width, own_height);
  const bool lies = setup.orientation == page_setup::AS_IS ? own_width > own_height : setup.orientation == page_setup::LANDSCAPE;
  if (lies) std::swap(width, height);
  if (width != own_width || height != own_height) {
    set(page, "IsLandscape", Any(lies));
    set(page, "Width", Any(width));
    set(page, "Height", Any(height));
  }
  if (setup.margin < 0) return;
  const sal_Int32 margin = std::max(sal_Int32(0), std::min(sal_Int32(setup.margin), (std::min(width, height) - LEAST_SPACE) / 2));
  for (const char *side : {"LeftMargin", "RightMargin", "TopMargin", "BottomMargin"}) set(page, side, Any(margin));
}

} // namespace

page_setup page_setup_of(const char *text) {
  page_setup setup;
  if (sscanf(text, "%d,%d,%d,%d,%d", &setup.width, &setup.height, &setup.orientation, &setup.margin, &setup.sheet) != 5)
    return page_setup();
  return setup;
}

void set_up_pages(const Reference<lang::XComponent> &document, const page_setup &setup) {
  if (!setup.width && setup.orientation == page_setup::AS_IS && setup.margin < 0) return;
  const Reference<style::XStyleFamiliesSupplier> supplier(document, UNO_QUERY);
  if (!supplier.is() || !supplier->getStyleFamilies()->hasByName("PageStyles")) return;
  const Reference<container::XNameAccess> pages(supplier->getStyleFamilies()->getByName("PageStyles"), UNO_QUERY_THROW);
  for (const OUString &name : pages->getElementNames())
    set_up(Reference<beans::XPropertySet>(pages->getByName(name), UNO_QUERY_THROW), setup);
}

bool print_only_sheet(const Reference<lang::XComponent> &document, const page_setup &setup) {
  const Reference<sheet::XSpreadsheetDocument> spreadsheet(document, UNO_QUERY);
  if (!setup.sheet || !spreadsheet.is()) return true;
  const Reference<container::XIndexAccess> sheets(spreadsheet->getSheets(), UNO_QUERY_THROW);
  if (setup.sheet > sheets->getCount()) return false;
  /* A sheet whose print areas were taken away is not printed; one that never had any is printed as a whole. */
  for (sal_Int32 index = 0; index < sheets->getCount(); index++)
    if (index != setup.sheet - 1)
      Reference<sheet::XPrintAreas>(sheets->getByIndex(index), UNO_QUERY_THROW)
          ->setPrintAreas(uno::Sequence<table::CellRangeAddress>());
  return true;
}
