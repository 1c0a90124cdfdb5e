import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@filemill/product';

/** The language that a path names by its first segment; English has none. */
export function languageOfPath(pathname: string): Language {
  const first = pathname.split('/')[1];
  return LANGUAGES.find(({ id }) => id === first && id !== DEFAULT_LANGUAGE)?.id ?? DEFAULT_LANGUAGE;
}

/** A path without its language: `/it/docs` is `/docs`, `/it` is `/`. */
export function withoutLanguage(pathname: string): string {
  const language = languageOfPath(pathname);
  if (language === DEFAULT_LANGUAGE) return pathname;
  return pathname.slice(language.length + 1) || '/';
}

/** A path in a language: `/docs` is `/it/docs`, `/#features` is `/it#features`. */
export function localPath(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return `/${language}${path.replace(/^\/(?=$|[?#])/, '')}`;
}
