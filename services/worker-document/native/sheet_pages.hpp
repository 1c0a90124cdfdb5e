/* Sets the page styles of a spreadsheet so that no column is lost. */
#ifndef FILEMILL_SHEET_PAGES_HPP
#define FILEMILL_SHEET_PAGES_HPP
#include <com/sun/star/lang/XComponent.hpp>

/* Sets landscape, if pages may turn, for sheets that are wider than their pages, and scales down sheets that are still wider. Sheets that fit,
 * and those whose author has chosen a scale to fit, keep their pages. `only`: number of the only sheet that counts; 0: all. */
void fit_sheets_to_pages(const com::sun::star::uno::Reference<com::sun::star::lang::XComponent> &spreadsheet, bool may_turn, int only);
#endif
