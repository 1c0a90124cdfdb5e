/** Languages that mails are written in: those of the site. */
export const LANGUAGES = ['en', 'it', 'es', 'fr', 'de', 'pt', 'zh', 'ja', 'ko', 'ru'] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];
