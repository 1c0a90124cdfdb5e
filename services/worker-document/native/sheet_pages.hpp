/* Pages of a spreadsheet that lose no column. */
#ifndef FILEMILL_SHEET_PAGES_HPP
#define FILEMILL_SHEET_PAGES_HPP
#include <com/sun/star/lang/XComponent.hpp>

/* Turns pages that are narrower than their sheets on their side, and shrinks what is still wider. Sheets that fit, and
 * those whose author has chosen a scale to fit, keep their pages. */
void fit_sheets_to_pages(const com::sun::star::uno::Reference<com::sun::star::lang::XComponent> &spreadsheet);
#endif
