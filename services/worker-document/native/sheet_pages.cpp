#include "sheet_pages.hpp"
#include <com/sun/star/beans/XPropertySet.hpp>
#include <com/sun/star/container/XIndexAccess.hpp>
#include <com/sun/star/container/XNameAccess.hpp>
#include <com/sun/star/drawing/XDrawPagesSupplier.hpp>
#include <com/sun/star/drawing/XShape.hpp>
#include <com/sun/star/sheet/XPrintAreas.hpp>
#include <com/sun/star/sheet/XSpreadsheet.hpp>
#include <com/sun/star/sheet/XSpreadsheetDocument.hpp>
#include <com/sun/star/sheet/XUsedAreaCursor.hpp>
#include <com/sun/star/style/XStyleFamiliesSupplier.hpp>
#include <algorithm>
#include <map>

using namespace com::sun::star;
using rtl::OUString;
using uno::Any;
using uno::Reference;
using uno::UNO_QUERY;
using uno::UNO_QUERY_THROW;

namespace {

/* A smaller scale is unreadable (10 points become 3): wider sheets are split over several pages. */
const double LEAST_SCALE = 0.3;

/* Lengths are 1/100 mm. */
struct Widths {
  sal_Int32 widest = 0;
  /* Width of the narrowest sheet with content: pages become landscape only if that fits all sheets that share a style. */
  sal_Int32 narrowest = SAL_MAX_INT32;
};

template <typename T> T property(const Reference<beans::XPropertySet> &of, const char *name) {
  T value{};
  of->getPropertyValue(OUString::createFromAscii(name)) >>= value;
  return value;
}

sal_Int32 width_of(const Reference<uno::XInterface> &range) {
  return property<awt::Size>(Reference<beans::XPropertySet>(range, UNO_QUERY_THROW), "Size").Width;
}

sal_Int32 width_of_pictures(const Reference<container::XIndexAccess> &shapes) {
  sal_Int32 width = 0;
  for (sal_Int32 index = 0; index < shapes->getCount(); index++) {
    Reference<drawing::XShape> shape(shapes->getByIndex(index), UNO_QUERY);
    if (shape.is()) width = std::max(width, shape->getPosition().X + shape->getSize().Width);
  }
  return width;
}

/* Width of the printed part: the author's print areas, else the used area from the first column on. */
sal_Int32 printed_width(const Reference<sheet::XSpreadsheet> &sheet, const Reference<container::XIndexAccess> &shapes) {
  sal_Int32 width = 0;
  const auto areas = Reference<sheet::XPrintAreas>(sheet, UNO_QUERY_THROW)->getPrintAreas();
  for (const table::CellRangeAddress &area : areas)
    width = std::max(width, width_of(sheet->getCellRangeByPosition(area.StartColumn, 0, area.EndColumn, 0)));
  if (areas.hasElements()) return width;
  Reference<sheet::XSheetCellCursor> cursor = sheet->createCursor();
  Reference<sheet::XUsedAreaCursor> used(cursor, UNO_QUERY_THROW);
  used->gotoStartOfUsedArea(false);
  used->gotoEndOfUsedArea(true);
  return std::max(width_of(cursor), width_of_pictures(shapes));
}

void fit(const Reference<beans::XPropertySet> &page, const Widths &widths, bool may_turn) {
  const bool chosen = property<sal_Int16>(page, "ScaleToPages") > 0 || property<sal_Int16>(page, "ScaleToPagesX") > 0 ||
                      property<sal_Int16>(page, "ScaleToPagesY") > 0;
  const double scale = property<sal_Int16>(page, "PageScale") / 100.0;
  const sal_Int32 margins = property<sal_Int32>(page, "LeftMargin") + property<sal_Int32>(page, "RightMargin");
  const sal_Int32 width = property<sal_Int32>(page, "Width"), height = property<sal_Int32>(page, "Height");
  sal_Int32 usable = width - margins;
  if (chosen || usable <= 0 || scale * widths.widest <= usable) return;
  if (may_turn && height > width && scale * widths.narrowest > usable) {
    page->setPropertyValue("IsLandscape", Any(true));
    page->setPropertyValue("Width", Any(height));
    page->setPropertyValue("Height", Any(width));
    usable = height - margins;
    if (scale * widths.widest <= usable) return;
  }
  const auto abreast = static_cast<sal_Int16>(1 + static_cast<sal_Int32>(LEAST_SCALE * widths.widest / usable));
  page->setPropertyValue("ScaleToPagesX", Any(abreast));
  page->setPropertyValue("ScaleToPagesY", Any(sal_Int16(0))); /* any number of pages in height */
}

} // namespace

void fit_sheets_to_pages(const Reference<lang::XComponent> &spreadsheet, bool may_turn, int only) {
  Reference<sheet::XSpreadsheetDocument> document(spreadsheet, UNO_QUERY_THROW);
  Reference<container::XIndexAccess> sheets(document->getSheets(), UNO_QUERY_THROW);
  Reference<drawing::XDrawPagesSupplier> drawings(spreadsheet, UNO_QUERY_THROW);
  std::map<OUString, Widths> widths_by_page;
  for (sal_Int32 index = 0; index < sheets->getCount(); index++) {
    if (only && index + 1 != only) continue;
    Reference<sheet::XSpreadsheet> sheet(sheets->getByIndex(index), UNO_QUERY_THROW);
    const sal_Int32 width = printed_width(
        sheet, Reference<container::XIndexAccess>(drawings->getDrawPages()->getByIndex(index), UNO_QUERY_THROW));
    Widths &widths = widths_by_page[property<OUString>(Reference<beans::XPropertySet>(sheet, UNO_QUERY_THROW), "PageStyle")];
    widths.widest = std::max(widths.widest, width);
    widths.narrowest = std::min(widths.narrowest, width);
  }
  Reference<style::XStyleFamiliesSupplier> supplier(spreadsheet, UNO_QUERY_THROW);
  Reference<container::XNameAccess> pages(supplier->getStyleFamilies()->getByName("PageStyles"), UNO_QUERY_THROW);
  for (const auto &[name, widths] : widths_by_page)
    fit(Reference<beans::XPropertySet>(pages->getByName(name), UNO_QUERY_THROW), widths, may_turn);
}
