import { CATEGORIES, type Category } from '@filemill/product';
import { useQuery } from '@tanstack/react-query';
import { formatsQuery } from '../../../lib/api/catalogue.js';

/** Tells the kind of a format by the catalogue, so that its tile has its colour; undefined where it is not known. */
export function useKindOf(): (format: string) => Category | undefined {
  const { data: catalogue } = useQuery(formatsQuery);
  return (format) => CATEGORIES.find((kind) => catalogue?.[kind]?.formats.includes(format));
}
