export { type LocaleFolder, readLocales, type Translations } from './read-locales.js';
export { type SameWords, translationFindings } from './translation-findings.js';
export { readSources, usageFindings } from './usage-findings.js';
