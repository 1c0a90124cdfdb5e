/** Files are erased within this time after their upload began: a promise of the product, kept by its reaper. */
export const RETENTION_HOURS = 1;
