/** Sections of the home page that the header leads to. */
export const SECTIONS = ['features', 'pricing', 'api'] as const;
