export { type LocaleFolder, readLocales, type Translations } from './read-locales.js';
export { translationFindings, type UntranslatedWords } from './translation-findings.js';
export { readSources, usageFindings } from './usage-findings.js';
