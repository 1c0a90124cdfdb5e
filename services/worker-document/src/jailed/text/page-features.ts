const FEATURES: readonly (readonly [kind: string, ...patterns: RegExp[]])[] = [
  ['styles', /<style\b|\sstyle\s*=/i, /<link\b[^<>]*stylesheet/i],
  ['scripts', /<script\b/i],
  ['media', /<(?:audio|video|object|embed|iframe)\b/i],
  ['forms', /<(?:form|input|button|select|textarea)\b/i],
  ['outside', /<img\b[^<>]*?\ssrc\s*=\s*(?:["']\s*)?(?!data:)[^\s"']/i],
];

/** Features of a web page besides its text: `styles`, `scripts`, `media`, `forms`, `outside`. */
export const featuresOf = (html: string): string[] =>
  FEATURES.filter(([, ...patterns]) => patterns.some((pattern) => pattern.test(html))).map(([kind]) => kind);
