export { CATEGORIES, type Category } from '@filemill/product';
