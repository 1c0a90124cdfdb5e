import { CATEGORIES, type Category } from '@filemill/product';
import { useQuery } from '@tanstack/react-query';
import { formatsQuery } from '../../../lib/api/catalogue.js';

/** Finds the category of a format in the catalogue, for the colour of its tile; undefined if unknown. */
export function useCategoryOf(): (format: string) => Category | undefined {
  const { data: catalogue } = useQuery(formatsQuery);
  return (format) => CATEGORIES.find((category) => catalogue?.[category]?.formats.includes(format));
}
