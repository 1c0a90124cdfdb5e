export { CATEGORIES, type Category, fromCategories } from './categories.js';
export { DEFAULT_LANGUAGE, LANGUAGE_IDS, LANGUAGES, type Language, languageOf } from './languages.js';
