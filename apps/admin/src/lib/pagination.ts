/** Where a page stands among the others, as the admin calls answer it. */
export interface Pagination {
  readonly totalCount: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly itemsPerPage: number;
  readonly hasPreviousPage: boolean;
  readonly hasNextPage: boolean;
}
