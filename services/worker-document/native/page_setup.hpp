/* Paper, margins and sheets that the user wants instead of those of the document. */
#ifndef FILEMILL_PAGE_SETUP_HPP
#define FILEMILL_PAGE_SETUP_HPP
#include <com/sun/star/lang/XComponent.hpp>
#include "office.hpp"

/* Lengths are 1/100 mm. */
struct page_setup {
  /* Upright; 0: as in the document. */
  int width = 0, height = 0;
  enum { AS_IS, PORTRAIT, LANDSCAPE };
  int orientation = AS_IS;
  /* On each side; -1: as in the document. */
  int margin = -1;
  /* From 1; 0: all. */
  int sheet = 0;
};

/* Reads the numbers of a job; without any, nothing is asked for. */
page_setup page_setup_of(const char *text);

/* Gives every page style of a text or spreadsheet the wanted paper; slides and drawings keep their own. */
void set_up_pages(const com::sun::star::uno::Reference<com::sun::star::lang::XComponent> &document, const page_setup &setup);

/* Leaves all sheets but the wanted one out of print; false if there is none of this number. */
bool print_only_sheet(const com::sun::star::uno::Reference<com::sun::star::lang::XComponent> &document, const page_setup &setup);

#endif
